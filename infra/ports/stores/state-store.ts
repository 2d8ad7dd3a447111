import type { Json } from "../json.ts";

/** `version`: above 0, random for each put, so it never repeats, even after a deletion or expiry. */
export type StateEntry<T extends Json = Json> = { key: string; value: T; version: number };

/**
 * Store of data that is neither events nor projections, and never dropped: tokens, nonces, page states, progress,
 * checkpoints with outside effects.
 * An entry and its index change atomically, separate entries don't. Every call sees all writes acknowledged before it
 * began, from any process. `find` is not a snapshot. An expired entry is absent at once.
 */
export type StateStore = {
  get<T extends Json>(key: string): Promise<StateEntry<T> | undefined>;
  /**
   * Returns the new version. `ifVersion` 0: only when absent. Without `expiresAt` the entry loses its expiry; without
   * `index` it keeps its searchable names. `durable` "soon": every process sees the entry and no kill can lose it, but
   * a power cut within half a second can.
   * @throws {StateConflict} the entry is not at `ifVersion`
   * @throws {RangeError} over 8 MB of JSON
   */
  put(
    key: string,
    value: Json,
    options?: { ifVersion?: number; expiresAt?: Date; index?: Record<string, string>; durable?: "at once" | "soon" },
  ): Promise<number>;
  /** Returns whether there was one. `ifVersion` as for put. */
  delete(key: string, options?: { ifVersion?: number }): Promise<boolean>;
  /**
   * Finds entries by an index field, ordered by key; at most `limit` (default 1,000). Concurrent changes may or may not
   * show.
   */
  find<T extends Json>(field: string, equals: string, limit?: number): Promise<StateEntry<T>[]>;
  close(): Promise<void>;
};

export class StateConflict extends Error {
  override name = "StateConflict";
}

/** Filling the buffer costs no more than drawing two. */
const words = new Uint32Array(256);
let usedWords = words.length;

/**
 * Draws 53 random bits. A counter would restart after a deletion: a former holder could take its successor's entry for
 * its own (ADR 31).
 */
export const createVersion = (): number => {
  if (usedWords === words.length) {
    crypto.getRandomValues(words);
    usedWords = 0;
  }
  const [high = 0, low = 0] = words.subarray(usedWords, usedWords + 2);
  usedWords += 2;
  return Math.max(1, (high >>> 11) * 2 ** 32 + low);
};

const maxValueBytes = 8_000_000;

/** @throws {RangeError} over 8 MB */
export const serializeState = (key: string, value: Json): string => {
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxValueBytes)
    throw new RangeError(`${key} has ${bytes} bytes; at most ${maxValueBytes} go into one entry.`);
  return text;
};
