import type { Json } from "../json.ts";

/**
 * `version`: above 0, and drawn anew for each put: no two puts of a key have the same one, whatever was deleted or expired between them. It
 * tells one state from another; it neither counts nor grows.
 */
export type StateEntry<T extends Json = Json> = { key: string; value: T; version: number };

/**
 * What is neither event nor projection and is never dropped: tokens, nonces, page states, progress, checkpoints with outside effects.
 *
 * An entry with its index names changes as one, and no two entries do. Every call sees what was answered before it was asked, whoever asked
 * for that; `find` of several entries is not of one moment. Expiry is a filter: an expired entry is absent for every call at once, whenever
 * it may be cleared away.
 */
export type StateStore = {
  /** An expired entry (by wall time) reads as absent. */
  get<T extends Json>(key: string): Promise<StateEntry<T> | undefined>;
  /**
   * Writes a value; answers its new version.
   * `ifVersion` 0 means 'only when absent'. Without `expiresAt` the entry stays, whatever it was before.
   * `index` replaces the entry's searchable names; without it they stay as they are.
   * `durable` "soon": answered when every process sees it and no kill can take it back; a power cut within half a second can.
   * @throws {StateConflict} the entry is not at `ifVersion`
   * @throws {RangeError} over 8 MB of JSON
   */
  put(
    key: string,
    value: Json,
    options?: { ifVersion?: number; expiresAt?: Date; index?: Record<string, string>; durable?: "at once" | "soon" },
  ): Promise<number>;
  /** True when there was one. `ifVersion` as for put. */
  delete(key: string, options?: { ifVersion?: number }): Promise<boolean>;
  /**
   * Entries whose index field equals a value, ordered by key; at most `limit` (default 1,000). Of what is put or deleted meanwhile each may be
   * there or not.
   */
  find<T extends Json>(field: string, equals: string, limit?: number): Promise<StateEntry<T>[]>;
  close(): Promise<void>;
};

/** Thrown by put and delete when the entry is not at the expected version. */
export class StateConflict extends Error {
  override name = "StateConflict";
}

/** Random words for the next versions: asking for two takes as long as asking for all. */
const words = new Uint32Array(256);
let taken = words.length;

/**
 * A version for adapters: 53 random bits. A count would begin anew after a deletion, and whoever held the entry before could take a
 * successor's for its own (ADR 31).
 */
export const newVersion = (): number => {
  if (taken === words.length) {
    crypto.getRandomValues(words);
    taken = 0;
  }
  const [high = 0, low = 0] = words.subarray(taken, taken + 2);
  taken += 2;
  return Math.max(1, (high >>> 11) * 2 ** 32 + low);
};

const maxValueBytes = 8_000_000;

/** The JSON of a value, for adapters. @throws {RangeError} it is over 8 MB */
export const stateText = (key: string, value: Json): string => {
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxValueBytes)
    throw new RangeError(`${key} has ${bytes} bytes; at most ${maxValueBytes} go into one entry.`);
  return text;
};
