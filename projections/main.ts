import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { upcasters } from "#domain/event-schemas.ts";
import { armFailpoints } from "#infra/app/failpoint.ts";
import { readConfig } from "#infra/config/config.ts";
import { openEmbeddedStores } from "#infra/sqlite/open-embedded.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { projections } from "./read-models/all.ts";
import { createStatus } from "./report-status.ts";
import { runProjection } from "./run-projection.ts";

/** The projection process: the only writer of read models. Ends on SIGTERM, SIGINT, or when its supervisor is gone. */

const config = readConfig(process.env);
armFailpoints(config.FAILPOINTS, config.DATA_DIR);
const log = pino({ level: config.LOG_LEVEL, base: { part: "projections" } });
const stores = openEmbeddedStores({
  dataDir: config.DATA_DIR,
  clock: createSystemClock({ fixedNow: config.CLOCK_NOW }),
  masterKey: config.MASTER_KEY,
  readModels: "write",
});

const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop.abort());
process.once("disconnect", () => stop.abort());
const tell = (message: object) => {
  // A supervisor that has just died cannot be told; 'disconnect' follows.
  if (process.connected) process.send?.(message, undefined, {}, () => {});
};

const status = createStatus(projections.map((projection) => projection.name));
const heartbeat = setInterval(() => tell(status.current()), 1_000);

/** Ready when what was there at the start is shown; a long rebuild goes on behind a system that serves (`x-stale`). */
const announce = async () => {
  const head = await stores.eventStore.headPosition();
  const patience = performance.now() + 10_000;
  while (
    !stop.signal.aborted &&
    !(status.caughtUp(head) || (status.caughtUp(undefined) && performance.now() > patience))
  )
    await sleep(20);
  if (!stop.signal.aborted) tell({ kind: "ready" });
};

const run = (projection: (typeof projections)[number]) =>
  runProjection({
    projection,
    eventStore: stores.eventStore,
    readStore: stores.readStore,
    upcasters,
    signal: stop.signal,
    onParked: (document) =>
      log.error({ document }, `${document.collection}/${document.documentId} is parked: ${document.reason}`),
    onProgress: (progress) => status.note(projection.name, progress),
  });

const outcomes = await Promise.allSettled(
  [...projections.map(run), announce()].map((task) =>
    task.catch((error: unknown) => {
      // One that cannot go on stops the others: the process is started again, and its sentence is in the log.
      stop.abort();
      throw error;
    }),
  ),
);
clearInterval(heartbeat);
await stores.close();
for (const outcome of outcomes)
  if (outcome.status === "rejected") {
    process.exitCode = 1;
    log.fatal(
      { err: outcome.reason },
      outcome.reason instanceof Error ? outcome.reason.message : "A projection stopped.",
    );
  }
if (process.connected) process.disconnect();
