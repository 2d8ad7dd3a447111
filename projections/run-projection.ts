import { randomUUID } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { failpoint } from "#application/process/failpoint.ts";
import { isUnavailable, retryWhileUnavailable } from "#application/process/retry-while-unavailable.ts";
import { type Build, findBuild, readBuilds, toVersionedName } from "#application/read-models/builds.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import type { ParkedDocument } from "#domain/read-models/administration.ts";
import type { EventStore, Position } from "#infra/ports/stores/event-store.ts";
import type { ReadStore, WriterCheckpoint } from "#infra/ports/stores/read-store.ts";
import { beginBuild, completeBuild } from "./begin-build.ts";
import { createChanges } from "./create-changes.ts";
import { createEventReader } from "./event-reader.ts";
import {
  claimBuild,
  createLeaseLostError,
  createWatch,
  type Holding,
  type Lease,
  LeaseLost,
  ordinaryLease,
  releaseBuild,
  type Watch,
} from "./hold-build.ts";
import { openParking } from "./parking.ts";
import type { Projection } from "./projection.ts";
import { tendBuild } from "./tend-build.ts";

export type ProjectionProgress = {
  position: Position | undefined;
  events: number;
  parked: number;
  failure?: string;
};

export type RunProjectionOptions = {
  projection: Projection;
  eventStore: EventStore;
  readStore: ReadStore;
  upcasters: Upcasters;
  signal: AbortSignal;
  onParked: (document: ParkedDocument) => void;
  /** Called while the runner waits for a writable disk or a store's answer. */
  onWait?: (error: Error) => void;
  /** Called while waiting for another holder, when ready, and after every batch. */
  onProgress?: (progress: ProjectionProgress) => void;
  /** Events per batch; default 500. */
  batchSize?: number;
  /** Name of this holder; default: a new id. */
  holder?: string;
  lease?: Lease;
  /** Time that a replaced version's documents stay for its readers, ms. */
  grace?: number;
  now?: () => number;
};

/**
 * A build that this process holds. `following`: the holder's last checkpoint, which the read store must not be behind;
 * undefined before the first.
 */
type HeldBuild = {
  options: RunProjectionOptions;
  holding: Holding;
  build: Build;
  watch: Watch;
  following?: WriterCheckpoint;
};

/** Projects events to a held build until the signal aborts. @throws {LeaseLost} */
const project = async (heldBuild: HeldBuild, signal: AbortSignal) => {
  const { options, holding, build, watch } = heldBuild;
  const { projection, eventStore, readStore } = holding;
  const { onWait = () => undefined, onProgress } = options;
  const { version, fence } = build;
  const checkpointName = toVersionedName(projection.name, version);
  const withRetries = <T>(work: () => Promise<T>) => retryWhileUnavailable(work, { signal, onWait });
  let currentPosition = await withRetries(() => beginBuild(holding, build));
  const noteCheckpoint = (): WriterCheckpoint => {
    heldBuild.following = { name: checkpointName, position: currentPosition };
    return heldBuild.following;
  };
  noteCheckpoint();
  const parking = await withRetries(() => openParking(projection.name, version, readStore));
  const { upcasters, onParked } = options;
  const reader = createEventReader({ projection, version, upcasters });
  const changesOf = createChanges({ projection, reader, parking, onParked });
  let { upTo } = build;
  let failure: string | undefined;
  let handled = 0;
  let isComplete = false;

  const report = () =>
    onProgress?.({
      position: currentPosition,
      events: handled,
      parked: parking.count(),
      ...(failure === undefined ? {} : { failure }),
    });
  const completeWhenReached = async () => {
    if (isComplete || failure !== undefined || (upTo !== null && (currentPosition ?? "") < upTo)) return;
    failpoint(`projection:${projection.name}:before-complete`);
    failure = await withRetries(() => completeBuild(holding, build, watch));
    failpoint(`projection:${projection.name}:after-complete`);
    isComplete = failure === undefined;
    upTo = null;
  };

  // If the last holder was killed after its last checkpoint, the build would otherwise complete only after another
  // event.
  await completeWhenReached();
  report();
  await eventStore.follow(
    { ...(currentPosition === undefined ? {} : { after: currentPosition }), batchSize: options.batchSize ?? 500 },
    async (batch) => {
      const seen = currentPosition;
      const fresh = seen === undefined ? batch : batch.filter((event) => event.position > seen);
      const last = fresh.at(-1);
      if (!last) return;
      const changes = fresh.flatMap(changesOf);
      const writeOptions = { fence, following: noteCheckpoint() };
      if (changes.length > 0) {
        failpoint(`projection:${projection.name}:before-rows`);
        await withRetries(() => readStore.apply(changes, writeOptions));
        failpoint(`projection:${projection.name}:after-rows-before-checkpoint`);
      }
      const checkpoint = { storeId: eventStore.storeId, position: last.position, eventId: last.id };
      if (!(await withRetries(() => readStore.writeCheckpoint(checkpointName, checkpoint, writeOptions))))
        throw createLeaseLostError(projection);
      currentPosition = last.position;
      noteCheckpoint();
      await completeWhenReached();
      handled += fresh.length;
      report();
      await yieldToEventLoop();
    },
    signal,
  );
};

/** Projects and renews the lease until the signal aborts or another process claims the build. */
const holdBuild = async (heldBuild: HeldBuild): Promise<void> => {
  const { options, holding, build, watch } = heldBuild;
  const inner = new AbortController();
  const signal = AbortSignal.any([options.signal, inner.signal]);
  const outcomes = await Promise.allSettled(
    [
      tendBuild(holding, build, watch, { signal, grace: options.grace, following: () => heldBuild.following }),
      project(heldBuild, signal),
    ].map((task) => task.finally(() => inner.abort())),
  );
  const errors = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  const fault = errors.find((error) => !(error instanceof LeaseLost));
  const { signal: outerSignal, onWait = () => undefined } = options;
  const loadBuilds = () => readBuilds(holding.readStore, holding.projection.name);
  const known = await retryWhileUnavailable(loadBuilds, { signal: outerSignal, onWait }).catch((error: unknown) => {
    throw fault ?? error;
  });
  const isOurs = findBuild(known, build.version)?.fence === build.fence;
  // Otherwise the next holder waits for the lease.
  if (isOurs && (options.signal.aborted || fault !== undefined))
    await releaseBuild(holding, build).catch(() => undefined);
  // Otherwise the new holder deals with the fault.
  if (fault !== undefined && isOurs) throw fault;
};

/**
 * Projects events to documents of its version until the signal aborts; waits while another process holds the build.
 * Writes documents before the checkpoint, so a repeated batch changes nothing (D-2). Other event types move the
 * checkpoint too. A new version goes live once it has caught up.
 * @throws {HistoryDiffers} see {@link beginBuild}
 * @throws {StoreDamaged} for instance, the read store is behind its own writes ({@link WriterCheckpoint})
 */
export const runProjection = async (options: RunProjectionOptions): Promise<void> => {
  const { projection, eventStore, readStore, signal, onWait = () => undefined, onProgress } = options;
  const { holder = randomUUID(), lease = ordinaryLease, now = () => performance.now() } = options;
  const holding: Holding = { projection, eventStore, readStore, holder, lease, now };
  const watch = createWatch(holding);
  const onStandby = () => onProgress?.({ position: undefined, events: 0, parked: 0 });
  const holdOne = async (): Promise<void> => {
    const build = await retryWhileUnavailable(() => claimBuild(holding, watch, { signal, onStandby }), {
      signal,
      onWait,
    });
    if (build) await holdBuild({ options, holding, build, watch });
  };
  while (!signal.aborted)
    await holdOne().catch((error: unknown) => {
      // A shutdown waits for no store.
      if (!(signal.aborted && isUnavailable(error))) throw error;
    });
};
