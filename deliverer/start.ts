import { createCommandRunner, workerMemory } from "#application/commands/command-runner.ts";
import { runJobs } from "#application/jobs/run-jobs.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { Worker } from "#hosting/host-workers.ts";
import { createDestinations } from "#infra/destinations/create-destinations.ts";
import { createOutboundHttp } from "#infra/http-out/create-outbound-http.ts";
import { createGuardedMail } from "#infra/mail/create-mail.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { checkMailServer } from "./check-mail-server.ts";
import type { DelivererDeps } from "./deps.ts";
import { delivererJobs } from "./jobs.ts";
import { logMailPauses } from "./log-mail-pauses.ts";
import {
  mailGroup,
  mailReactions,
  mailTypes,
  publicGroup,
  publicReactions,
  publicTypes,
  reportMailGroup,
  reportMailReactions,
  reportMailTypes,
} from "./reactions.ts";

/** Delivers reports and sends mails. */
export const deliverer: Worker = {
  name: "deliverer",
  title: "The deliverer",
  async run({ config, log, clock, stores, holder, observer, signal, ready, stayWhile }) {
    const { eventStore, stateStore, vault, fileStore, workQueue: queue } = stores;
    const onPause = logMailPauses(log);
    const { mail, outbox, circuitBreaker, probe, isAwaitingAnswer } = createGuardedMail(config, { clock, onPause });
    stayWhile(isAwaitingAnswer);
    const ids = createSystemIds();
    const allowPrivate = config.ALLOW_PRIVATE_HOSTS;
    const destinations = createDestinations({
      mail,
      http: createOutboundHttp({ allowPrivate }),
      stateStore,
      clock,
      attachmentMaxMb: config.MAIL_ATTACHMENT_MAX_MB,
      allowPrivate,
      log,
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
      stores.bus.subscribe({ group: reportMailGroup, types: reportMailTypes }, reportMailReactions(deps), signal),
      runJobs({
        queue,
        clock,
        log,
        worker: holder,
        ...delivererJobs(deps, {
          acquirePermit: circuitBreaker.acquirePermit,
          mailConnections: config.MAIL_CONNECTIONS,
        }),
        observer,
        signal,
      }),
    ]);
    ready();
    if (probe) void checkMailServer(probe, log);
    await running;
    destinations.close();
    await Promise.all([mail.close(), outbox.close()]);
  },
};
