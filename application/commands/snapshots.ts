import type { Json, JsonObject } from "#infra/ports/json.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";

const snapshotInterval = 500;
/** Every 5,000 events a snapshot is kept for good, for old versions (ADR 101). */
const lastingSnapshotInterval = 10 * snapshotInterval;

type Snapshot = {
  stateSchema: number;
  storeId: string;
  /** Last event, whose id identifies the stream. */
  version: number;
  eventId: string;
  position: Position;
  state: Json;
};

/** `upTo`: undefined for the newest version. */
type Wanted = { stateSchema: number; storeId: string; upTo: number | undefined };

export const isSnapshotVersion = (version: number): boolean => (version + 1) % snapshotInterval === 0;

/** The older slot serves bases just before the newest snapshot. */
const slots = [0, 1] as const;
const toKey = (stream: string, slot: number) => `snapshot:${stream}:${slot}`;
const slotOf = (version: number) => ((version + 1) / snapshotInterval) % slots.length;
const lastingKeyOf = (stream: string, version: number) => `snapshot:${stream}:after:${version + 1}`;

/** Keeps each stream's two newest snapshots, and the lasting ones. */
export const createSnapshots = (stateStore: StateStore) => {
  const read = async (key: string, { stateSchema, storeId, upTo = Infinity }: Wanted): Promise<Snapshot[]> => {
    const snapshot = (await stateStore.get<JsonObject>(key))?.value as unknown as Snapshot | undefined;
    const isWanted = snapshot?.stateSchema === stateSchema && snapshot.storeId === storeId && snapshot.version <= upTo;
    return isWanted ? [snapshot] : [];
  };
  return {
    /** Newest first. Lasting ones only for an earlier version. */
    async *find(stream: string, wanted: Wanted): AsyncGenerator<Snapshot> {
      const newest = await Promise.all(slots.map((slot) => read(toKey(stream, slot), wanted)));
      yield* newest.flat().sort((one, other) => other.version - one.version);
      if (wanted.upTo === undefined) return;
      const first = Math.floor((wanted.upTo + 1) / lastingSnapshotInterval) * lastingSnapshotInterval - 1;
      for (let version = first; version > 0; version -= lastingSnapshotInterval)
        yield* await read(lastingKeyOf(stream, version), wanted);
    },
    save: async (stream: string, snapshot: Snapshot, isPast = false): Promise<void> => {
      const { version } = snapshot;
      const isLasting = (version + 1) % lastingSnapshotInterval === 0;
      const keys = [
        ...(isPast ? [] : [toKey(stream, slotOf(version))]),
        ...(isLasting ? [lastingKeyOf(stream, version)] : []),
      ];
      for (const key of keys) await stateStore.put(key, snapshot as unknown as JsonObject);
    },
  };
};
