import type { Position } from "../ports/event-store.ts";
import type { Json, JsonObject } from "../ports/json.ts";
import type { StateStore } from "../ports/state-store.ts";

/** A stream's state after every 500 events is kept. */
export const snapshotEvery = 500;

export type Snapshot = {
  stateSchema: number;
  /** Of the event store it belongs to. */
  storeId: string;
  /** The last event in it: by its id a reader sees that the stream is still the one it was taken of. */
  version: number;
  eventId: string;
  position: Position;
  state: Json;
};

export const isSnapshotVersion = (version: number): boolean => (version + 1) % snapshotEvery === 0;

/** Two turns: the one before the newest serves readers of a base from just before it. */
const turns = [0, 1] as const;
const keyOf = (stream: string, turn: number) => `snapshot:${stream}:${turn}`;
const turnOf = (version: number) => ((version + 1) / snapshotEvery) % turns.length;

/** Keeps the two newest snapshots of each stream in the state store. */
export const createSnapshots = (stateStore: StateStore) => ({
  /** Those of this event store and state schema up to a version, newest first. */
  read: async (
    stream: string,
    wanted: { stateSchema: number; storeId: string; upTo: number },
  ): Promise<readonly Snapshot[]> => {
    const entries = await Promise.all(turns.map((turn) => stateStore.get<JsonObject>(keyOf(stream, turn))));
    return entries
      .flatMap((entry) => (entry ? [entry.value as unknown as Snapshot] : []))
      .filter(
        (snapshot) =>
          snapshot.stateSchema === wanted.stateSchema &&
          snapshot.storeId === wanted.storeId &&
          snapshot.version <= wanted.upTo,
      )
      .sort((one, other) => other.version - one.version);
  },
  save: async (stream: string, snapshot: Snapshot): Promise<void> => {
    await stateStore.put(keyOf(stream, turnOf(snapshot.version)), snapshot as unknown as JsonObject);
  },
});
