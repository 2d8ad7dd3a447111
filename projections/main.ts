import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { shareSubscription } from "#application/events/share-subscription.ts";
import { logFatalReason, runOrExit } from "#application/process/exit-with-reason.ts";
import { armFailpoints } from "#application/process/failpoint.ts";
import { createProcessLog } from "#application/process/log.ts";
import { retryWhileUnavailable } from "#application/process/retry-while-unavailable.ts";
import { watchClock } from "#application/process/watch-clock.ts";
import { createPartitions, getPartitionCount } from "#application/read-models/partitions.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { openProcessHealth } from "#hosting/process-health.ts";
import { findEmbeddedStores } from "#infra/config/engines.ts";
import { notifySupervisor } from "#infra/config/notify-supervisor.ts";
import { startProcessOrExit } from "#infra/config/start-process.ts";
import { onSupervisorGone } from "#infra/config/supervisor-gone.ts";
import { onTick } from "#infra/ports/tick.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { watchReadModelsFile } from "#infra/stores/watch-read-models-file.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { ordinaryLease, sharedLease } from "./hold-build.ts";
import { createMembers } from "./members.ts";

import { partitionOfProjection } from "./partition-of-projection.ts";
import type { Projection } from "./projection.ts";
import { projections } from "./read-models/all.ts";
import { createStatusReport } from "./report-status.ts";
import { runProjection } from "./run-projection.ts";
import { sharePartitions } from "./share-partitions.ts";

/**
 * A projection process. Embedded store: the only writer of its version's read models; a second process waits. MongoDB:
 * all processes share the parts (ADR 89). Ends on SIGTERM, SIGINT, or without its supervisor. PROJECTIONS_HOLDER: from
 * a supervisor that runs one at a time, to skip a dead one's lease.
 */

const config = startProcessOrExit();
armFailpoints(config.FAILPOINTS, config.DATA_DIR);
const log = createProcessLog("projections", config.LOG_LEVEL);
const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
const stores = await runOrExit(log, "The projections cannot start.", async () => {
  const opened = await openStores({
    config,
    clock,
    readModels: "write",
    log,
    onQuarantined: ({ file, aside, why }) =>
      log.error(`${file} ${why}. It is ${aside} now, and the read models are rebuilt from the events.`),
  });
  await opened.check();
  return opened;
});

watchClock({ clock, log });

const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop.abort());
onSupervisorGone(() => stop.abort());

const partitionCount = getPartitionCount(config);
const isShared = partitionCount > 1;
const units = createPartitions(partitionCount).flatMap((part) =>
  projections.map((projection) => partitionOfProjection(projection, part)),
);
const status = createStatusReport(units.map(({ name }) => name));
const shouldEnd = findEmbeddedStores(config).documents
  ? await runOrExit(log, "The projections cannot start.", () =>
      watchReadModelsFile(config.DATA_DIR, (fields, message) => log.warn(fields, message), stop.signal),
    )
  : () => false;
const processHealth = await openProcessHealth({ config, log, stores });
if (processHealth.registry) (await import("./measure.ts")).measureProjections(processHealth.registry, status);
processHealth.addReasons(() => [...status.failures(), ...status.waits()]);
const loggedFailures = new Set<string>();
let troubled = false;
const stopReporting = onTick(() => {
  const failure = status.failures().join(" ");
  if (failure !== "") {
    if (!loggedFailures.has(failure)) log.error(failure);
    loggedFailures.add(failure);
  }
  const sentence = [...status.failures(), ...status.waits()].join(" ");
  if (sentence !== "") notifySupervisor({ kind: "trouble", sentence });
  else if (troubled) notifySupervisor({ kind: "well" });
  troubled = sentence !== "";
  if (shouldEnd()) stop.abort();
});
const stopStatus = onTick(() => notifySupervisor(status.current()), 2_000);

/** Reports ready. A long rebuild goes on while serving (`x-stale`). */
const becomeReady = async () => {
  const ask = () => stores.eventStore.headPosition();
  const head = await retryWhileUnavailable(ask, { signal: stop.signal, onWait: status.noteWait });
  const deadline = performance.now() + 10_000;
  while (
    !stop.signal.aborted &&
    !(status.caughtUp(head) || (status.caughtUp(undefined) && performance.now() > deadline))
  )
    await sleep(20);
  if (!stop.signal.aborted) processHealth.ready();
};

const holder = process.env.PROJECTIONS_HOLDER || randomUUID();
/** `events.db` already shares its slices (ADR 106). */
const eventStore =
  isShared || config.EVENTSTORE_URL !== undefined
    ? { ...stores.eventStore, follow: shareSubscription(stores.eventStore, stop.signal) }
    : stores.eventStore;
const run = (projection: Projection, signal: AbortSignal) =>
  runProjection({
    projection,
    eventStore,
    readStore: stores.readStore,
    upcasters,
    signal,
    holder,
    lease: isShared ? sharedLease : ordinaryLease,
    onParked: (document) =>
      log.error({ document }, `${document.collection}/${document.documentId} is parked: ${document.reason}`),
    onWait: (err) => {
      status.noteWait(err);
      log.warn({ err }, "A read model waits for its store.");
    },
    onProgress: (progress) => {
      if (!signal.aborted) status.note(projection.name, progress);
    },
  });

const runShare = (): Promise<void> => {
  const versions = projections.map(({ name, version }) => `${name}@${version}`).join(" ");
  const members = createMembers({ readStore: stores.readStore, id: holder, versions });
  return sharePartitions({
    units,
    id: holder,
    members,
    run,
    onShare: (names) => {
      status.expect(names);
      log.info({ parts: names.length, of: units.length }, "This process has its share of the read models.");
    },
    every: ordinaryLease.every,
    signal: stop.signal,
  });
};

const work = isShared ? [runShare()] : units.map((unit) => run(unit, stop.signal));
const outcomes = await Promise.allSettled(
  [...work, becomeReady()].map((task) =>
    task.catch((error: unknown) => {
      // A failed projection ends the process, which is restarted.
      stop.abort();
      throw error;
    }),
  ),
);
stopReporting();
stopStatus();
await stores.close();
for (const outcome of outcomes)
  if (outcome.status === "rejected") {
    process.exitCode = 1;
    logFatalReason(log, outcome.reason, "The projections cannot continue.");
  }
if (process.connected) process.disconnect();
else process.exit();
