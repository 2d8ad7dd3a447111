import { upcasters } from "#domain/event-schemas.ts";
import { createCommandRunner, workerMemory } from "#infra/app/command-runner.ts";
import { deliverLane, deliverRunKind } from "#infra/app/jobs/deliver-run-job.ts";
import { runJobs } from "#infra/app/jobs/run-jobs.ts";
import { createDestinations } from "#infra/destinations/create-destinations.ts";
import { createHttpOut } from "#infra/http-out/create-http-out.ts";
import { createMail } from "#infra/mail/create-mail.ts";
import type { Worker } from "#infra/start/host-workers.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import type { DelivererDeps } from "./deps.ts";
import { mailKind, mailLane } from "./mails/mail-job.ts";
import { createMailJob } from "./mails/send-mail.ts";
import { mailGroup, mailReactions, mailTypes, publicGroup, publicReactions, publicTypes } from "./reactions.ts";
import { createDeliverRun } from "./run/deliver-run.ts";

/** Hears of what is to be sent, and sends it. */
export const deliverer: Worker = {
  name: "deliverer",
  title: "The deliverer",
  async run({ config, log, clock, stores, holder, observer, signal, ready }) {
    const { eventStore, stateStore, vault, fileStore, workQueue: queue } = stores;
    const { mail, outbox } = createMail(config);
    const ids = createSystemIds();
    const allowPrivate = config.ALLOW_PRIVATE_HOSTS;
    const destinations = createDestinations({
      mail,
      http: createHttpOut({ allowPrivate }),
      stateStore,
      clock,
      attachmentMaxMb: config.MAIL_ATTACHMENT_MAX_MB,
      allowPrivate,
    });
    const deps: DelivererDeps = {
      runner: createCommandRunner({ eventStore, stateStore, clock, ids, upcasters, ...workerMemory }),
      eventStore,
      stateStore,
      queue,
      fileStore,
      vault,
      ids,
      clock,
      destinations,
      mail,
      outbox,
      supportEmail: config.SUPPORT_EMAIL,
      appUrl: config.APP_URL,
      log,
    };
    const running = Promise.all([
      stores.bus.subscribe({ group: mailGroup, types: mailTypes }, mailReactions(deps), signal),
      stores.bus.subscribe({ group: publicGroup, types: publicTypes }, publicReactions(deps), signal),
      runJobs({
        queue,
        clock,
        log,
        worker: holder,
        lanes: [mailLane, deliverLane],
        claims: [
          { kinds: [mailKind], atOnce: 4, maxRunningPerShop: 2 },
          { kinds: [deliverRunKind], atOnce: 8, maxRunningPerShop: 2 },
        ],
        handlers: { [mailKind]: { run: createMailJob(deps) }, [deliverRunKind]: createDeliverRun(deps) },
        observer,
        signal,
      }),
    ]);
    ready();
    await running;
    destinations.close();
    await Promise.all([mail.close(), outbox.close()]);
  },
};
