import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Decider } from "#domain/core/decider.ts";
import type { DomainEvent } from "#domain/core/message.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import type { Json } from "#infra/ports/json.ts";
import type { EventStore, Position, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { decodeEvent } from "../events/decode-event.ts";
import { createQueryCoalescer } from "../process/query-coalescer.ts";
import { copyText } from "../text/copy-text.ts";
import type { Loaded } from "./command-runner-types.ts";
import { createCompressedStates } from "./compressed-states.ts";
import type { RecentIds } from "./recent-ids.ts";
import { createRecentStates, type Step } from "./recent-states.ts";
import { createSnapshots, isLastingVersion, isSnapshotVersion, type Snapshot } from "./snapshots.ts";

export type StreamState<State> = {
  state: State;
  /** -1 for a stream without events. */
  version: number;
  position: Position | undefined;
  /** Last measured length of the state's JSON, characters. */
  measured: number;
  /** Length of events since then, characters: bounds the state's growth. */
  growthBound: number;
};

/** Streams with fewer events are read in one call. */
const shortStream = 16;
/** Shorter streams are reread in no time. */
const minEventsToCompress = 4;
/** Events in memory at once: each may have up to 900 kB. */
const pageSize = 100;
const recentPerStream = 250;
const recentShare = 1 / 16;
/** Characters per cache entry. */
const entryOverhead = 1_000;
const newestVersion = Number.MAX_SAFE_INTEGER;
/** Estimated growth before a new measurement, which costs less than its events. */
const remeasureThreshold = ({ measured }: { measured: number }): number => Math.max(500_000, measured / 4);

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** Cached, else from a snapshot, else from the start. */
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
  const { eventStore, upcasters, recentIds } = options;
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
  const { pastWeight } = options;
  const pasts =
    pastWeight > 0
      ? createRecentStates({
          maxWeight: pastWeight,
          maxVersionsPerStream: recentPerStream,
          maxWeightPerStream: pastWeight * recentShare,
        })
      : undefined;
  const coalesce = createQueryCoalescer();
  const snapshots = createSnapshots(options.stateStore);

  const replay = <C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    from: StreamState<S>,
    events: readonly RecordedEvent[],
    newSnapshots: Snapshot[],
  ): StreamState<S> => {
    const passed: Step[] = [];
    let { state, version, position, measured, growthBound } = from;
    const measure = () => {
      measured = lengthOf(state);
      growthBound = 0;
    };
    for (const recorded of events) {
      const { type, data, metadata } = decodeEvent(recorded, upcasters);
      state = decider.evolve(state, { type, data } as E, metadata, recorded.version);
      ({ version, position } = recorded);
      const length = lengthOf(recorded.data);
      growthBound += length;
      if (pasts) passed.push({ loaded: { state, version, position }, grown: length });
      if (isSnapshotVersion(version)) {
        newSnapshots.push({
          stateSchema: decider.stateSchema,
          storeId: eventStore.storeId,
          version,
          eventId: recorded.id,
          position,
          state: state as Json,
        });
      }
    }
    // Edits replace each other, so the state grows less than their sum.
    if (newSnapshots.at(-1)?.version === version || growthBound > remeasureThreshold({ measured })) measure();
    const stream = events[0]?.stream;
    // SQLite's names are slices of a row's text; a copy frees the row.
    if (stream !== undefined) pasts?.add(copyText(stream), passed.slice(-recentPerStream), measured + growthBound);
    return { state, version, position, measured, growthBound };
  };

  /** Ends at the stream's end or at `upTo`. */
  const readOn = async <C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
    from: StreamState<S>,
    upTo = newestVersion,
  ): Promise<{ reached: StreamState<S>; taken: Snapshot[] }> => {
    let newSnapshots: Snapshot[] = [];
    let reached = from;
    while (reached.version < upTo) {
      const limit = Math.min(pageSize, upTo - reached.version);
      const page = await eventStore.readStream(stream, { fromVersion: reached.version + 1, limit });
      if (page.length > 0) reached = replay(decider, reached, page, newSnapshots);
      if (upTo === newestVersion) recentIds.add(stream, page);
      newSnapshots = newSnapshots.filter(({ version }, n) => isLastingVersion(version) || n >= newSnapshots.length - 2);
      if (page.length < limit) break;
      await yieldToEventLoop();
    }
    return { reached, taken: newSnapshots };
  };

  /** Undefined if the stream is another one by now. */
  const fromSnapshot = async <S>(stream: string, snapshot: Snapshot): Promise<StreamState<S> | undefined> => {
    const { state, version, position, eventId } = snapshot;
    const [last] = await eventStore.readStream(stream, { fromVersion: version, limit: 1 });
    if (last?.id !== eventId) return undefined;
    return { state: state as S, version, position, measured: lengthOf(state), growthBound: 0 };
  };

  const findNearestState = async <C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
    upTo: number,
  ): Promise<StreamState<S> | undefined> => {
    const criteria = { stateSchema: decider.stateSchema, storeId: eventStore.storeId, upTo };
    for (const snapshot of await snapshots.newest(stream, criteria)) {
      const found = await fromSnapshot<S>(stream, snapshot);
      if (found) return found;
    }
    if (upTo === newestVersion) return undefined;
    const lasting = await snapshots.lasting(stream, criteria);
    return lasting && (await fromSnapshot<S>(stream, lasting));
  };

  const initial = <C, E extends DomainEvent, S>({ initialState }: Decider<C, E, S>): StreamState<S> => ({
    state: initialState,
    version: -1,
    position: undefined,
    measured: 0,
    growthBound: 0,
  });

  /** Most streams are short, so reads them before snapshots. */
  const loadFirst = async <C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
  ): Promise<{ from: StreamState<S>; isNewest: boolean }> => {
    const beginning = await eventStore.readStream(stream, { limit: shortStream });
    const none = initial(decider);
    const isNewest = beginning.length < shortStream;
    const snapshot = isNewest ? undefined : await findNearestState(decider, stream, newestVersion);
    if (snapshot) return { from: snapshot, isNewest };
    recentIds.add(stream, beginning);
    // No snapshot is due this early.
    return { from: beginning.length > 0 ? replay(decider, none, beginning, []) : none, isNewest };
  };

  const trySave = (stream: string, save: () => Promise<void>): Promise<void> =>
    save().catch((error: unknown) => options.onSnapshotFailed(error, stream));
  const keepLasting = async (stream: string, newSnapshots: readonly Snapshot[]) => {
    for (const snapshot of newSnapshots.filter(({ version }) => isLastingVersion(version)))
      await trySave(stream, () => snapshots.saveLasting(stream, snapshot));
  };

  const store = async <S>(stream: string, reached: StreamState<S>, newSnapshots: readonly Snapshot[]) => {
    // Callers may ask for any number of empty streams.
    if (reached.version < 0) return;
    const before = cache.get(stream);
    if (!before || before.version < reached.version) cache.set(stream, reached);
    for (const snapshot of newSnapshots.slice(-2)) await trySave(stream, () => snapshots.save(stream, snapshot));
    await keepLasting(stream, newSnapshots);
  };

  const readNewest = async <C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
  ): Promise<StreamState<S>> => {
    const cached = getCached<S>(stream);
    const { from, isNewest } = cached ? { from: cached, isNewest: false } : await loadFirst(decider, stream);
    const { reached, taken: newSnapshots } = isNewest
      ? { reached: from, taken: [] }
      : await readOn(decider, stream, from);
    if (reached !== cached) await store(stream, reached, newSnapshots);
    return reached;
  };

  const readAt = async <C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
    version: number,
  ): Promise<Loaded<S>> => {
    const past = pasts?.get<S>(stream, version);
    if (past) return past;
    const cached = getCached<S>(stream);
    const from = cached && cached.version <= version ? cached : await findNearestState(decider, stream, version);
    const { reached, taken: newSnapshots } = await readOn(decider, stream, from ?? initial(decider), version);
    await keepLasting(stream, newSnapshots);
    return reached;
  };

  return {
    /** The cached state, or an empty one if `isNewStream`, without a read. The append must check its version. */
    optimistic: <C, E extends DomainEvent, S>(
      decider: Decider<C, E, S>,
      stream: string,
      isNewStream: boolean,
    ): StreamState<S> | undefined => getCached<S>(stream) ?? (isNewStream ? initial(decider) : undefined),
    /** Reads only the tail of a cached stream. Concurrent callers share one read. */
    newest: <C, E extends DomainEvent, S>(decider: Decider<C, E, S>, stream: string): Promise<StreamState<S>> =>
      coalesce(stream, "newest", () => readNewest(decider, stream)),
    /** For a future version, the newest state. Replays of one stream run in sequence, to limit memory. */
    at: async <C, E extends DomainEvent, S>(
      decider: Decider<C, E, S>,
      stream: string,
      version: number,
    ): Promise<Loaded<S>> => {
      const cached = getCached<S>(stream);
      if (cached?.version === version) return cached;
      return (
        pasts?.get<S>(stream, version) ??
        (await coalesce(`past of ${stream}`, String(version), () => readAt(decider, stream, version)))
      );
    },
    evolveWithoutCaching: <C, E extends DomainEvent, S>(
      decider: Decider<C, E, S>,
      before: S,
      appended: readonly RecordedEvent[],
    ): S =>
      appended.reduce((state, recorded) => {
        const { type, data, metadata } = decodeEvent(recorded, upcasters);
        return decider.evolve(state, { type, data } as E, metadata, recorded.version);
      }, before),
    /** Also caches the state. */
    advance: async <C, E extends DomainEvent, S>(
      decider: Decider<C, E, S>,
      stream: string,
      before: StreamState<S>,
      appended: readonly RecordedEvent[],
    ): Promise<StreamState<S>> => {
      const newSnapshots: Snapshot[] = [];
      const reached = replay(decider, before, appended, newSnapshots);
      recentIds.add(stream, appended);
      await store(stream, reached, newSnapshots);
      return reached;
    },
  };
};

export type StreamStates = ReturnType<typeof createStreamStates>;
