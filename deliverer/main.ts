import { hostname } from "node:os";
import { pino } from "pino";
import { upcasters } from "#domain/event-schemas.ts";
import { createCommandRunner } from "#infra/app/command-runner.ts";
import { armFailpoints } from "#infra/app/failpoint.ts";
import { stopSignal } from "#infra/app/stop-signal.ts";
import { readConfig } from "#infra/config/config.ts";
import { createMail } from "#infra/mail/create-mail.ts";
import { openEmbeddedStores } from "#infra/sqlite/open-embedded.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { createReactions, reactionGroup, reactionTypes } from "./reactions.ts";
import { runWorker } from "./run-worker.ts";

/** The process that hands out: hears of what is to be sent, and sends it. */

/** What is still being sent after this is left to its lease, ms. */
const patience = 2_700;

const config = readConfig(process.env);
armFailpoints(config.FAILPOINTS, config.DATA_DIR);
const log = pino({ name: "deliverer", level: config.LOG_LEVEL });
const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
const stores = openEmbeddedStores({
  dataDir: config.DATA_DIR,
  clock,
  masterKey: config.MASTER_KEY,
  readModels: "none",
  onBusFault: ({ error, ...fault }) =>
    log.warn({ ...fault, err: error }, "An event could not be turned into a job yet."),
});
const { eventStore, stateStore, vault, workQueue: queue } = stores;
const { mail, outbox } = createMail(config);

const signal = stopSignal(patience);

const running = Promise.all([
  stores.bus.subscribe({ group: reactionGroup, types: reactionTypes }, createReactions(queue), signal),
  runWorker(
    {
      queue,
      runner: createCommandRunner({ eventStore, stateStore, clock, ids: createSystemIds(), upcasters }),
      vault,
      mail,
      outbox,
      supportEmail: config.SUPPORT_EMAIL,
      worker: `${hostname()}:${process.pid}`,
      log,
    },
    signal,
  ),
]);
process.send?.({ kind: "ready" });

try {
  await running;
  await Promise.all([mail.close(), outbox.close()]);
  await stores.close();
  process.exit(0);
} catch (err) {
  log.fatal({ err }, "The deliverer cannot go on.");
  process.exit(1);
}
