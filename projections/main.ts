import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { upcasters } from "#domain/event-schemas.ts";
import { armFailpoints } from "#infra/app/failpoint.ts";
import { orGiveUp, sayWhy } from "#infra/app/give-up.ts";
import { sayDiskTroubleOnce } from "#infra/app/say-once.ts";
import { watchClock } from "#infra/app/watch-clock.ts";
import { beginProcess } from "#infra/config/begin-process.ts";
import { onSupervisorGone } from "#infra/config/supervisor-gone.ts";
import { tellReady, tellSupervisor } from "#infra/config/tell-supervisor.ts";
import { keepGenerations } from "#infra/sqlite/generations.ts";
import { fileOf, reportDamage, reportedDamage } from "#infra/sqlite/set-aside.ts";
import { openStores } from "#infra/start/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { projections } from "./read-models/all.ts";
import { runProjection } from "./run-projection.ts";
import { createStatus } from "./tell-status.ts";

/**
 * The projection process: the only writer of read models of its version; another one of the same version waits. Ends on SIGTERM, SIGINT, or when its supervisor is gone.
 * PROJECTIONS_HOLDER: given by a supervisor that lets only one such process live at a time, so that the next one need not wait for the lease
 * of one that was killed.
 */

const config = beginProcess();
armFailpoints(config.FAILPOINTS, config.DATA_DIR);
const log = pino({ level: config.LOG_LEVEL, base: { part: "projections" }, hooks: sayDiskTroubleOnce() });
const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
const stores = await orGiveUp(log, "The projections cannot start.", async () => {
  const opened = await openStores({
    config,
    clock,
    readModels: "write",
    log,
    onSetAside: ({ file, aside, why }) =>
      log.error(`${file} ${why}. It is ${aside} now, and the read models are rebuilt from the events.`),
  });
  await opened.check();
  return opened;
});

watchClock({ clock, log });

const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop.abort());
onSupervisorGone(() => stop.abort());
const status = createStatus(projections.map((projection) => projection.name));
const readModels = fileOf(config.DATA_DIR, "read-models");
const identityOf = (file: string) => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
const wal = `${readModels}-wal`;
const opened = identityOf(readModels);
await orGiveUp(log, "The projections cannot start.", () =>
  keepGenerations({
    files: [readModels],
    onFault: (err) =>
      log.warn(
        { err },
        "The read models could not be numbered: an older file put in their place might not be noticed.",
      ),
    signal: stop.signal,
  }),
);
const openedLog = identityOf(wal);
const told = new Set<string>();
let troubled = false;
const heartbeat = setInterval(() => {
  tellSupervisor(status.current());
  const failure = status.failures().join(" ");
  if (failure !== "") {
    if (!told.has(failure)) log.error(failure);
    told.add(failure);
  }
  const sentence = [...status.failures(), ...status.waits()].join(" ");
  if (sentence !== "") tellSupervisor({ kind: "trouble", sentence });
  else if (troubled) tellSupervisor({ kind: "well" });
  troubled = sentence !== "";
  const now = identityOf(readModels);
  // It would take the log of the file before it for its own.
  if (now !== undefined && now !== opened && identityOf(wal) === openedLog)
    reportDamage(readModels, "it was replaced while Sheaf ran");
  // Somebody met damage, or the file was taken away: the next start makes a new one.
  if (reportedDamage(readModels) !== undefined || now !== opened) stop.abort();
}, 1_000);

/** Ready when what was there at the start is shown; a long rebuild goes on behind a system that serves (`x-stale`). */
const announce = async () => {
  const head = await stores.eventStore.headPosition();
  const patience = performance.now() + 10_000;
  while (
    !stop.signal.aborted &&
    !(status.caughtUp(head) || (status.caughtUp(undefined) && performance.now() > patience))
  )
    await sleep(20);
  if (!stop.signal.aborted) tellReady();
};

const run = (projection: (typeof projections)[number]) =>
  runProjection({
    projection,
    eventStore: stores.eventStore,
    readStore: stores.readStore,
    upcasters,
    signal: stop.signal,
    ...(process.env.PROJECTIONS_HOLDER ? { holder: process.env.PROJECTIONS_HOLDER } : {}),
    onParked: (document) =>
      log.error({ document }, `${document.collection}/${document.documentId} is parked: ${document.reason}`),
    onWait: (err) => {
      status.noteWait(err);
      log.warn({ err }, "A read model waits for the disk.");
    },
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
    sayWhy(log, outcome.reason, "The projections cannot continue.");
  }
if (process.connected) process.disconnect();
