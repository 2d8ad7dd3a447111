import { upcasters } from "#domain/event-schemas.ts";
import { createCommandRunner } from "#infra/app/command-runner.ts";
import { orGiveUp, sayWhy } from "#infra/app/give-up.ts";
import { createSessions } from "#infra/app/session/sessions.ts";
import { stopSignal } from "#infra/app/stop-signal.ts";
import { inFolder } from "#infra/config/engines.ts";
import { createMail } from "#infra/mail/create-mail.ts";
import { createAsideCopies } from "#infra/sqlite/aside-copies.ts";
import { keepGenerations } from "#infra/sqlite/generations.ts";
import { fileOf } from "#infra/sqlite/set-aside.ts";
import { beginWorker } from "#infra/start/begin-worker.ts";
import { storePlatformOf } from "#infra/start/store-platform.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { copySweep } from "./aside-copies.ts";
import type { UpkeepDeps } from "./deps.ts";
import { createDuties } from "./duties.ts";
import { requestSweep } from "./privacy/sweep-requests.ts";
import { runDuties } from "./run-duties.ts";
import { runSweeper } from "./run-sweeper.ts";
import { inputSweep } from "./sweep-inputs.ts";
import { outboxSweep } from "./sweep-outbox.ts";
import { owedSweep } from "./sweep-owed.ts";
import { wordSweep } from "./sweep-words.ts";

/** The process that sees to what a shop needs without being asked. */

/** What is still being done after this is left to its lease, ms. */
const patience = 2_700;

const { config, log, clock, stores, holder, door, observer } = await beginWorker("upkeep", "Upkeep cannot start.");
const { eventStore, stateStore, vault, fileStore } = stores;

const ids = createSystemIds();
const { outbox } = createMail(config);

const deps: UpkeepDeps = {
  eventStore,
  stateStore,
  queue: stores.workQueue,
  vault,
  fileStore,
  platform: storePlatformOf(config, { stateStore, vault, clock, log }),
  sessions: createSessions({ state: stateStore, vault, clock, ids }),
  outbox,
  asideCopies: createAsideCopies(config.DATA_DIR),
  runner: createCommandRunner({ eventStore, stateStore, clock, ids, upcasters }),
  environment: config.ENVIRONMENT,
  config,
  clock,
  worker: holder,
  observer,
  log,
};

const signal = stopSignal(patience);
await orGiveUp(log, "Upkeep cannot start.", () =>
  keepGenerations({
    files: [
      ...(inFolder(config).events ? [fileOf(config.DATA_DIR, "events")] : []),
      ...(inFolder(config).documents ? [fileOf(config.DATA_DIR, "state")] : []),
    ],
    onFault: (err) =>
      log.warn({ err }, "A store could not be numbered: another file put in its place might not be noticed."),
    signal,
  }),
);
const duties = runDuties(deps, createDuties(deps), stores, signal);
const sweeps = [
  copySweep(deps),
  outboxSweep(deps),
  wordSweep(deps),
  inputSweep(deps),
  requestSweep(deps),
  owedSweep(deps),
];
const running = Promise.all([duties, runSweeper(sweeps, deps, signal)]);
door.ready();

try {
  await running;
  await outbox.close();
  await stores.close();
  process.exit(0);
} catch (err) {
  sayWhy(log, err, "Upkeep cannot continue.");
  process.exit(1);
}
