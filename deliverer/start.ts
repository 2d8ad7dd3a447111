import { createCommandRunner, workerMemory } from "#application/commands/command-runner.ts";
import { runJobs } from "#application/jobs/run-jobs.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { Worker } from "#hosting/host-workers.ts";
import { createDestinations } from "#infra/destinations/create-destinations.ts";
import { createHttpOut } from "#infra/http-out/create-http-out.ts";
import { createMailInTurns } from "#infra/mail/create-mail.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { checkRelay } from "./check-relay.ts";
import type { DelivererDeps } from "./deps.ts";
import { delivererJobs } from "./jobs.ts";
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

/** Hears of what is to be sent, and sends it. */
export const deliverer: Worker = {
  name: "deliverer",
  title: "The deliverer",
  async run({ config, log, clock, stores, holder, observer, signal, ready, stayWhile }) {
    const { eventStore, stateStore, vault, fileStore, workQueue: queue } = stores;
    const onPause = (ms: number, err?: Error): void => {
      if (ms === 0) log.info("The mail server takes mail again.");
      else log.warn({ pause: ms, err }, "The mail server doesn't take mail. Mails wait until one of them is taken.");
    };
    const { mail, outbox, turns, ask, awaitsAnswer } = createMailInTurns(config, { clock, onPause });
    stayWhile(awaitsAnswer);
    const ids = createSystemIds();
    const allowPrivate = config.ALLOW_PRIVATE_HOSTS;
    const destinations = createDestinations({
      mail,
      http: createHttpOut({ allowPrivate }),
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
        ...delivererJobs(deps, { enter: turns.enter, mailConnections: config.MAIL_CONNECTIONS }),
        observer,
        signal,
      }),
    ]);
    ready();
    if (ask) void checkRelay(ask, log);
    await running;
    destinations.close();
    await Promise.all([mail.close(), outbox.close()]);
  },
};
