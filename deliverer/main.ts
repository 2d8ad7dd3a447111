import { upcasters } from "#domain/event-schemas.ts";
import { createCommandRunner } from "#infra/app/command-runner.ts";
import { sayWhy } from "#infra/app/give-up.ts";
import { runJobs } from "#infra/app/jobs/run-jobs.ts";
import { stopSignal } from "#infra/app/stop-signal.ts";
import { tellReady } from "#infra/config/tell-supervisor.ts";
import { createMail } from "#infra/mail/create-mail.ts";
import { beginWorker } from "#infra/start/begin-worker.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { mailKind, mailLane } from "./mail-job.ts";
import { createReactions, reactionGroup, reactionTypes } from "./reactions.ts";
import { createMailJob } from "./send-mail.ts";

/** The process that hands out: hears of what is to be sent, and sends it. */

/** What is still being sent after this is left to its lease, ms. */
const patience = 2_700;

const { config, log, clock, stores, holder } = await beginWorker("deliverer", "The deliverer cannot start.");
const { eventStore, stateStore, vault, workQueue: queue } = stores;
const { mail, outbox } = createMail(config);

const signal = stopSignal(patience);

const running = Promise.all([
  stores.bus.subscribe({ group: reactionGroup, types: reactionTypes }, createReactions(queue), signal),
  runJobs({
    queue,
    clock,
    log,
    worker: holder,
    lanes: [mailLane],
    claims: [{ kinds: [mailKind], atOnce: 4, maxRunningPerShop: 2 }],
    handlers: {
      [mailKind]: {
        run: createMailJob({
          runner: createCommandRunner({ eventStore, stateStore, clock, ids: createSystemIds(), upcasters }),
          vault,
          mail,
          outbox,
          supportEmail: config.SUPPORT_EMAIL,
          log,
        }),
      },
    },
    signal,
  }),
]);
tellReady();

try {
  await running;
  await Promise.all([mail.close(), outbox.close()]);
  await stores.close();
  process.exit(0);
} catch (err) {
  sayWhy(log, err, "The deliverer cannot continue.");
  process.exit(1);
}
