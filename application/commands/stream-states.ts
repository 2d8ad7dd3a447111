import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Decider } from "#domain/core/decider.ts";
import type { DomainEvent } from "#domain/core/message.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import type { Json } from "#infra/ports/json.ts";
import type { EventStore, EventToAppend, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { decodeEvent } from "../events/decode-event.ts";
import { createQueryCoalescer } from "../process/query-coalescer.ts";
import type { Loaded } from "./command-runner-types.ts";
import { createCompressedStates } from "./compressed-states.ts";
import type { RecentIds } from "./recent-ids.ts";
import { createRecentStates } from "./recent-states.ts";
import { createSnapshots, isSnapshotVersion } from "./snapshots.ts";

export type StreamState<State> = Loaded<State> & {
  /** Last measured length of the state's JSON, characters. */
  measured: number;
  /** Length of events since then, characters: bounds the state's growth. */
  growthBound: number;
};

/** Streams with fewer events are read in one call. */
const shortStream = 16;
/** States of shorter streams aren't compressed, because rereading the events takes no time. */
const minEventsToCompress = 4;
/** Events in memory at once: each may have up to 900 kB. */
const pageSize = 100;
const recentPerStream = 250;
const recentShare = 1 / 16;
/** Characters per cache entry. */
const entryOverhead = 1_000;
/** Growth after which a state is measured again. Measuring then costs less than applying those events did. */
const remeasureThreshold = (measured: number): number => Math.max(500_000, measured / 4);

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

const initial = <C, E extends DomainEvent, S>({ initialState }: Decider<C, E, S>): StreamState<S> => ({
  state: initialState,
  version: -1,
  position: undefined,
  measured: 0,
  growthBound: 0,
});

/** Loads states of streams: from the cache, else from a snapshot and later events, else from all events. */
export const createStreamStates = (options: {
  eventStore: EventStore;
  stateStore: StateStore;
  upcasters: Upcasters;
  recentIds: Pick<RecentIds, "add">;
  /** Cached states, characters of their JSON. */
  cacheWeight: number;
  /** Cached earlier versions, in characters; 0: none. */
  pastWeight: number;
  /** Evicted states kept deflated, bytes; 0: none. */
  packedWeight: number;
  /** A failed snapshot doesn't fail the command. */
  onSnapshotFailed: (error: unknown, stream: string) => void;
}) => {
  const { eventStore, upcasters, recentIds, pastWeight } = options;
  const packed =
    options.packedWeight > 0 ? createCompressedStates<StreamState<unknown>>(options.packedWeight) : undefined;
  const cache = new LRUCache<string, StreamState<unknown>>({
    maxSize: options.cacheWeight,
    sizeCalculation: ({ measured, growthBound }) => entryOverhead + measured + growthBound,
    dispose: (state, stream, reason) => {
      if (reason === "evict" && state.version + 1 >= minEventsToCompress) packed?.add(stream, state);
    },
  });
  const getCached = <S>(stream: string): StreamState<S> | undefined => {
    const cached = cache.get(stream);
    if (cached) return cached as StreamState<S>;
    const unpacked = packed?.get(stream);
    if (unpacked) cache.set(stream, unpacked);
    return unpacked as StreamState<S> | undefined;
  };
  const pasts = createRecentStates({
    // No state is as small as 1, so nothing is kept.
    maxWeight: Math.max(1, pastWeight),
    maxVersionsPerStream: recentPerStream,
    maxWeightPerStream: pastWeight * recentShare,
  });
  const coalesce = createQueryCoalescer();
  const snapshots = createSnapshots(options.stateStore);

  /** The state after each event. */
  const evolve = <C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    from: { state: S; version: number },
    events: readonly EventToAppend[],
  ): S[] => {
    let { state } = from;
    return events.map((event, n) => {
      const { type, data, metadata } = decodeEvent(event, upcasters);
      state = decider.evolve(state, { type, data } as E, metadata, from.version + 1 + n);
      return state;
    });
  };

  /** Caches the states after stored events, and takes snapshots. `isPast`: an earlier version was asked for. */
  const keep = async <C, E extends DomainEvent, S>(
    { stateSchema }: Decider<C, E, S>,
    stream: string,
    before: StreamState<S>,
    events: readonly RecordedEvent[],
    states: readonly S[],
    isPast = false,
  ): Promise<StreamState<S>> => {
    const steps = events.map(({ version, position, data }, n) => ({
      loaded: { state: states[n] as S, version, position },
      grown: lengthOf(data),
    }));
    const last = steps.at(-1)?.loaded;
    if (!last) return before;
    let { measured } = before;
    let growthBound = steps.reduce((sum, { grown }) => sum + grown, before.growthBound);
    // Edits replace each other, so the state grows less than their sum.
    if (isSnapshotVersion(last.version) || growthBound > remeasureThreshold(measured)) {
      measured = lengthOf(last.state);
      growthBound = 0;
    }
    const reached = { ...last, measured, growthBound };
    pasts.add(stream, steps, measured + growthBound);
    if (!isPast) {
      recentIds.add(stream, events);
      if ((cache.get(stream)?.version ?? -1) < last.version) cache.set(stream, reached);
    }
    const { storeId } = eventStore;
    for (const { id: eventId, version, position } of events.filter((event) => isSnapshotVersion(event.version))) {
      const state = states[version - before.version - 1] as Json;
      await snapshots
        .save(stream, { stateSchema, storeId, version, eventId, position, state }, isPast)
        .catch((error: unknown) => options.onSnapshotFailed(error, stream));
    }
    return reached;
  };

  /** Applies events up to the stream's end or `upTo`. */
  const readOn = async <C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
    from: StreamState<S>,
    { upTo = Number.MAX_SAFE_INTEGER, isPast = false } = {},
  ): Promise<StreamState<S>> => {
    let reached = from;
    while (reached.version < upTo) {
      const limit = Math.min(pageSize, upTo - reached.version);
      const page = await eventStore.readStream(stream, { fromVersion: reached.version + 1, limit });
      reached = await keep(decider, stream, reached, page, evolve(decider, reached, page), isPast);
      if (page.length < limit) break;
      await yieldToEventLoop();
    }
    return reached;
  };

  const fromSnapshot = async <C, E extends DomainEvent, S>(
    { stateSchema }: Decider<C, E, S>,
    stream: string,
    upTo?: number,
  ): Promise<StreamState<S> | undefined> => {
    for await (const snapshot of snapshots.find(stream, { stateSchema, storeId: eventStore.storeId, upTo })) {
      const { version, position, eventId } = snapshot;
      const [last] = await eventStore.readStream(stream, { fromVersion: version, limit: 1 });
      const state = snapshot.state as S;
      // Otherwise the stream was lost and begun anew, and the snapshot belongs to the old one.
      if (last?.id === eventId) return { state, version, position, measured: lengthOf(state), growthBound: 0 };
    }
    return undefined;
  };

  const readNewest = async <C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
  ): Promise<StreamState<S>> => {
    const cached = getCached<S>(stream);
    if (cached) return readOn(decider, stream, cached);
    // Most streams are short, so their events come before snapshots.
    const beginning = await readOn(decider, stream, initial(decider), { upTo: shortStream - 1 });
    if (beginning.version < shortStream - 1) return beginning;
    return readOn(decider, stream, (await fromSnapshot(decider, stream)) ?? beginning);
  };

  const readAt = async <C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
    version: number,
  ): Promise<StreamState<S>> => {
    const cached = getCached<S>(stream);
    const from = cached && cached.version <= version ? cached : await fromSnapshot(decider, stream, version);
    return readOn(decider, stream, from ?? initial(decider), { upTo: version, isPast: true });
  };

  return {
    evolve,
    keep,
    /** The cached state, or an empty one if `isNewStream`, without a read. The append must check its version. */
    lastKnown: <C, E extends DomainEvent, S>(
      decider: Decider<C, E, S>,
      stream: string,
      isNewStream = false,
    ): StreamState<S> | undefined => getCached<S>(stream) ?? (isNewStream ? initial(decider) : undefined),
    /** Reads only the tail of a cached stream. Concurrent callers share one read. */
    newest: <C, E extends DomainEvent, S>(decider: Decider<C, E, S>, stream: string): Promise<StreamState<S>> =>
      coalesce(stream, "newest", () => readNewest(decider, stream)),
    /**
     * Returns the state at a version; for a future one, the newest state. Replays of one stream run in sequence, to
     * limit memory.
     */
    at: async <C, E extends DomainEvent, S>(
      decider: Decider<C, E, S>,
      stream: string,
      version: number,
    ): Promise<Loaded<S>> => {
      const cached = getCached<S>(stream);
      const known = cached?.version === version ? cached : pasts.get<S>(stream, version);
      return known ?? coalesce(`past of ${stream}`, String(version), () => readAt(decider, stream, version));
    },
  };
};

export type StreamStates = ReturnType<typeof createStreamStates>;
