import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { shareFollow } from "#application/events/share-follow.ts";
import { armFailpoints } from "#application/process/failpoint.ts";
import { orGiveUp, sayWhy } from "#application/process/give-up.ts";
import { createProcessLog } from "#application/process/log.ts";
import { watchClock } from "#application/process/watch-clock.ts";
import { whenItAnswers } from "#application/process/when-writable.ts";
import { partsIn, partsOf } from "#application/read-models/parts.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { openOwnDoor } from "#hosting/alone.ts";
import { beginOrEnd } from "#infra/config/begin-process.ts";
import { inFolder } from "#infra/config/engines.ts";
import { onSupervisorGone } from "#infra/config/supervisor-gone.ts";
import { tellSupervisor } from "#infra/config/tell-supervisor.ts";
import { onBeat } from "#infra/ports/beat.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { tendOwnFile } from "#infra/stores/own-read-models.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { ordinaryLease, sharedLease } from "./hold-build.ts";
import { createMembers } from "./members.ts";

import { partOfProjection } from "./part-of-projection.ts";
import type { Projection } from "./projection.ts";
import { projections } from "./read-models/all.ts";
import { runProjection } from "./run-projection.ts";
import { shareParts } from "./share-parts.ts";
import { createStatus } from "./tell-status.ts";

/**
 * A projection process. Embedded store: the only writer of its version's read models; a second process waits. MongoDB:
 * all processes share the parts (ADR 89). Ends on SIGTERM, SIGINT, or without its supervisor. PROJECTIONS_HOLDER: from
 * a supervisor that runs one process at a time, so that the next need not wait for a dead one's lease.
 */

const config = beginOrEnd();
armFailpoints(config.FAILPOINTS, config.DATA_DIR);
const log = createProcessLog("projections", config.LOG_LEVEL);
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

const parts = partsIn(config);
const isShared = parts > 1;
const units = partsOf(parts).flatMap((part) => projections.map((projection) => partOfProjection(projection, part)));
const status = createStatus(units.map(({ name }) => name));
const mustEnd = inFolder(config).documents
  ? await orGiveUp(log, "The projections cannot start.", () =>
      tendOwnFile(config.DATA_DIR, (fields, message) => log.warn(fields, message), stop.signal),
    )
  : () => false;
const door = await openOwnDoor({ config, log, stores });
if (door.registry) (await import("./measure.ts")).measureProjections(door.registry, status);
door.watch(() => [...status.failures(), ...status.waits()]);
const told = new Set<string>();
let troubled = false;
const stopTelling = onBeat(() => {
  const failure = status.failures().join(" ");
  if (failure !== "") {
    if (!told.has(failure)) log.error(failure);
    told.add(failure);
  }
  const sentence = [...status.failures(), ...status.waits()].join(" ");
  if (sentence !== "") tellSupervisor({ kind: "trouble", sentence });
  else if (troubled) tellSupervisor({ kind: "well" });
  troubled = sentence !== "";
  if (mustEnd()) stop.abort();
});
const stopStatus = onBeat(() => tellSupervisor(status.current()), 2_000);

/**
 * Ready once the events from before the start are projected. A long rebuild continues while the system serves
 * (`x-stale`).
 */
const announce = async () => {
  const ask = () => stores.eventStore.headPosition();
  const head = await whenItAnswers(ask, { signal: stop.signal, onWait: status.noteWait });
  const patience = performance.now() + 10_000;
  while (
    !stop.signal.aborted &&
    !(status.caughtUp(head) || (status.caughtUp(undefined) && performance.now() > patience))
  )
    await sleep(20);
  if (!stop.signal.aborted) door.ready();
};

const holder = process.env.PROJECTIONS_HOLDER || randomUUID();
/** All parts of all read models share one subscription. `events.db` already shares its slices (ADR 106). */
const eventStore =
  isShared || config.EVENTSTORE_URL !== undefined
    ? { ...stores.eventStore, follow: shareFollow(stores.eventStore, stop.signal) }
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

const share = (): Promise<void> => {
  const versions = projections.map(({ name, version }) => `${name}@${version}`).join(" ");
  const members = createMembers({ readStore: stores.readStore, id: holder, versions });
  return shareParts({
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

const work = isShared ? [share()] : units.map((unit) => run(unit, stop.signal));
const outcomes = await Promise.allSettled(
  [...work, announce()].map((task) =>
    task.catch((error: unknown) => {
      // One failed projection stops the others. The process is then restarted; the log has the reason.
      stop.abort();
      throw error;
    }),
  ),
);
stopTelling();
stopStatus();
await stores.close();
for (const outcome of outcomes)
  if (outcome.status === "rejected") {
    process.exitCode = 1;
    sayWhy(log, outcome.reason, "The projections cannot continue.");
  }
if (process.connected) process.disconnect();
else process.exit();
