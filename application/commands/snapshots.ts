import type { Json, JsonObject } from "#infra/ports/json.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";

const snapshotInterval = 500;

export type Snapshot = {
  stateSchema: number;
  storeId: string;
  /** Last event, whose id identifies the stream. */
  version: number;
  eventId: string;
  position: Position;
  state: Json;
};

export const isSnapshotVersion = (version: number): boolean => (version + 1) % snapshotInterval === 0;

/** Every 5,000 events a snapshot is kept for good, for old versions (ADR 101). */
const lastingSnapshotInterval = 10 * snapshotInterval;

export const isLastingVersion = (version: number): boolean => (version + 1) % lastingSnapshotInterval === 0;

/** The older slot serves bases just before the newest snapshot. */
const slots = [0, 1] as const;
const toKey = (stream: string, slot: number) => `snapshot:${stream}:${slot}`;
const slotOf = (version: number) => ((version + 1) / snapshotInterval) % slots.length;
const lastingKeyOf = (stream: string, version: number) => `snapshot:${stream}:after:${version + 1}`;

type Wanted = { stateSchema: number; storeId: string; upTo: number };

/** Keeps each stream's two newest snapshots, and the lasting ones. */
export const createSnapshots = (stateStore: StateStore) => {
  const read = async (key: string, { stateSchema, storeId, upTo }: Wanted): Promise<Snapshot | undefined> => {
    const snapshot = (await stateStore.get<JsonObject>(key))?.value as unknown as Snapshot | undefined;
    const isWanted = snapshot?.stateSchema === stateSchema && snapshot.storeId === storeId && snapshot.version <= upTo;
    return isWanted ? snapshot : undefined;
  };
  const put = async (key: string, snapshot: Snapshot): Promise<void> => {
    await stateStore.put(key, snapshot as unknown as JsonObject);
  };
  return {
    /** Newest first. */
    newest: async (stream: string, criteria: Wanted): Promise<readonly Snapshot[]> => {
      const found = await Promise.all(slots.map((slot) => read(toKey(stream, slot), criteria)));
      return found.filter((one) => one !== undefined).sort((one, other) => other.version - one.version);
    },
    lasting: async (stream: string, criteria: Wanted): Promise<Snapshot | undefined> => {
      const first = Math.floor((criteria.upTo + 1) / lastingSnapshotInterval) * lastingSnapshotInterval - 1;
      for (let version = first; version > 0; version -= lastingSnapshotInterval) {
        const found = await read(lastingKeyOf(stream, version), criteria);
        if (found) return found;
      }
      return undefined;
    },
    save: (stream: string, snapshot: Snapshot): Promise<void> => put(toKey(stream, slotOf(snapshot.version)), snapshot),
    saveLasting: (stream: string, snapshot: Snapshot): Promise<void> =>
      put(lastingKeyOf(stream, snapshot.version), snapshot),
  };
};
