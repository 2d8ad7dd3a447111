import { join } from "node:path";
import { createCommandRunner, workerMemory } from "#application/commands/command-runner.ts";
import { createStorageQuota } from "#application/exports/storage-quota.ts";
import { runJobs } from "#application/jobs/run-jobs.ts";
import { runOrExit } from "#application/process/exit-with-reason.ts";
import { stopSignal } from "#application/process/stop-signal.ts";
import { getPartitionCount } from "#application/read-models/partitions.ts";
import { servePartitions } from "#application/read-models/serve-partitions.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { readModelVersions } from "#domain/read-models/versions.ts";
import { beginWorker } from "#hosting/begin-worker.ts";
import { createConfiguredStorePlatform } from "#hosting/store-platform.ts";
import { platformOrigins } from "#infra/config/platform-origins.ts";
import { createWorkFiles } from "#infra/folder/work-files.ts";
import { createOutboundHttp } from "#infra/http-out/create-outbound-http.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { Stopped } from "./attempt/stopped.ts";
import type { ExporterDeps } from "./deps.ts";
import { fingerprint } from "./fingerprint.ts";
import { runJanitor } from "./janitor.ts";
import { claimsOf, createHandlers } from "./jobs/handlers.ts";
import { createReactions, reactionGroup, reactionTypes } from "./jobs/reactions.ts";
import { readLanes } from "./lanes.ts";
import { pictureLimits } from "./pictures/picture-limits.ts";
import { createPictureSources } from "./pictures/source.ts";
import { createWaitPermits } from "./pictures/wait-permits.ts";

/** The exporter's process: reacts to export events, makes files, and removes expired ones. */

/** Time to shut down, ms. Jobs still running then are left to their leases. */
const shutdownTimeout = 2_700;

const lanes = readLanes(process.env.EXPORTER_LANES);
const { config, log, clock, stores, holder, worker, door, observer } = await beginWorker(
  lanes.length === 1 ? `exporter-${lanes[0]}` : "exporter",
  "The exporter cannot start.",
  { readModels: "read" },
);
const { eventStore, stateStore, vault, fileStore } = stores;

const deps: ExporterDeps = {
  eventStore,
  stateStore,
  readModels: servePartitions({
    readStore: stores.readStore,
    ownVersions: readModelVersions,
    parts: getPartitionCount(config),
  }),
  queue: stores.workQueue,
  fileStore,
  scratch: stores.scratch,
  vault,
  platform: createConfiguredStorePlatform(config, { stateStore, vault, clock, log }),
  runner: createCommandRunner({ eventStore, stateStore, clock, ids: createSystemIds(), upcasters, ...workerMemory }),
  clock,
  workFiles: createWorkFiles(join(config.DATA_DIR, "work")),
  bulkFromOrders: config.BULK_FROM_ORDERS,
  bytesAtMost: config.REPORT_MAX_MB * 1e6,
  spillAfterBytes: config.SPILL_AFTER_MB * 1e6,
  storageQuota: createStorageQuota(stateStore, clock, config.SHOP_FILES_MAX_MB * 1e6),
  pictures: {
    sources: createPictureSources(createOutboundHttp({ allowPrivate: config.ALLOW_PRIVATE_HOSTS }), {
      originsOf: (shop) => platformOrigins(config, shop),
      bounds: pictureLimits.perPicture,
    }),
    bounds: pictureLimits,
    // Leaves half of the exports to files without pictures to wait for.
    waitPermit: createWaitPermits(Math.ceil(config.EXPORTS_AT_ONCE / 2)),
  },
  fingerprint,
  worker,
  log,
};

const signal = stopSignal(shutdownTimeout, { reason: new Stopped("shutdown") });

const running = Promise.all([
  stores.bus.subscribe({ group: reactionGroup, types: reactionTypes }, createReactions(deps.queue), signal),
  runJobs({
    ...deps,
    worker: holder,
    lanes,
    claims: claimsOf(config.EXPORTS_AT_ONCE),
    handlers: createHandlers(deps),
    observer,
    signal,
  }),
  lanes.includes("long") ? runJanitor(deps, signal) : undefined,
]);
door.ready();

await runOrExit(log, "The exporter cannot continue.", async () => {
  await running;
  await stores.close();
});
process.exit(0);
