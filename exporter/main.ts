import { hostname } from "node:os";
import { pino } from "pino";
import { upcasters } from "#domain/event-schemas.ts";
import { createCommandRunner } from "#infra/app/command-runner.ts";
import { armFailpoints } from "#infra/app/failpoint.ts";
import { stopSignal } from "#infra/app/stop-signal.ts";
import { readConfig } from "#infra/config/config.ts";
import { openEmbeddedStores } from "#infra/sqlite/open-embedded.ts";
import { storePlatformOf } from "#infra/store-platform/from-config.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { Stopped } from "./attempt/stopped.ts";
import { fingerprint } from "./fingerprint.ts";
import { runJanitor } from "./janitor.ts";
import { createCancelJob } from "./jobs/cancel-job.ts";
import { createExpireJob } from "./jobs/expire-job.ts";
import { createExportJob } from "./jobs/export-job.ts";
import { createReactions, reactionGroup, reactionTypes } from "./jobs/reactions.ts";
import { createSortJob } from "./jobs/sort-job.ts";
import { runWorker } from "./jobs/worker.ts";
import { readLanes } from "./lanes.ts";
import type { ExporterParts } from "./parts.ts";

/** A worker process: hears of exports, makes their files, removes them when their time is over. */

/** What is still running after this is left to its lease, ms. */
const patience = 2_700;

const config = readConfig(process.env);
armFailpoints(config.FAILPOINTS, config.DATA_DIR);
const lanes = readLanes(process.env.EXPORTER_LANES);
const log = pino({ name: `exporter-${lanes.join("-")}`, level: config.LOG_LEVEL });
const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
const stores = openEmbeddedStores({
  dataDir: config.DATA_DIR,
  clock,
  masterKey: config.MASTER_KEY,
  readModels: "none",
  onBusFault: ({ error, ...fault }) =>
    log.warn({ ...fault, err: error }, "An event could not be turned into a job yet."),
});
const { eventStore, stateStore, vault, fileStore } = stores;

const parts: ExporterParts = {
  eventStore,
  stateStore,
  queue: stores.workQueue,
  fileStore,
  platform: storePlatformOf(config, { stateStore, vault, clock, logger: log }),
  commands: createCommandRunner({ eventStore, stateStore, clock, ids: createSystemIds(), upcasters }),
  clock,
  fingerprint,
  worker: `${hostname()}:${process.pid}`,
  log,
};

const signal = stopSignal(patience, new Stopped("shutdown"));

const running = Promise.all([
  stores.bus.subscribe({ group: reactionGroup, types: reactionTypes }, createReactions(parts.queue), signal),
  runWorker({
    queue: parts.queue,
    clock,
    log,
    worker: parts.worker,
    lanes,
    handlers: {
      "sort-export": createSortJob(parts),
      export: createExportJob(parts),
      "expire-export": createExpireJob(parts),
      "cancel-export": createCancelJob(parts),
    },
    signal,
  }),
  lanes.includes("long") ? runJanitor(parts, signal) : undefined,
]);
process.send?.({ kind: "ready" });

try {
  await running;
  await stores.close();
  process.exit(0);
} catch (err) {
  log.fatal({ err }, "The exporter cannot go on.");
  process.exit(1);
}
