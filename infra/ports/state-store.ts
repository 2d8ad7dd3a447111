import type { Json } from "./json.ts";

export type StateEntry<T extends Json = Json> = { key: string; value: T; version: number };

/** What is neither event nor projection and is never dropped: tokens, nonces, page states, progress, checkpoints with outside effects. */
export type StateStore = {
  /** An expired entry (by wall time) reads as absent. */
  get<T extends Json>(key: string): Promise<StateEntry<T> | undefined>;
  /**
   * Writes a value; answers its new version (1 for a new one).
   * `ifVersion` 0 means 'only when absent'. Without `expiresAt` the entry stays, whatever it was before.
   * `index` replaces the entry's searchable names; without it they stay as they are.
   * @throws {StateConflict} the entry is not at `ifVersion`
   * @throws {RangeError} over 8 MB of JSON
   */
  put(
    key: string,
    value: Json,
    options?: { ifVersion?: number; expiresAt?: Date; index?: Record<string, string> },
  ): Promise<number>;
  /** True when there was one. `ifVersion` as for put. */
  delete(key: string, options?: { ifVersion?: number }): Promise<boolean>;
  /** Entries whose index field equals a value, ordered by key; at most `limit` (default 1,000). */
  find<T extends Json>(field: string, equals: string, limit?: number): Promise<StateEntry<T>[]>;
  close(): Promise<void>;
};

/** Thrown by put and delete when the entry is not at the expected version. */
export class StateConflict extends Error {
  override name = "StateConflict";
}

const maxValueBytes = 8_000_000;

/** The JSON of a value, for adapters. @throws {RangeError} it is over 8 MB */
export const stateText = (key: string, value: Json): string => {
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxValueBytes)
    throw new RangeError(`${key} has ${bytes} bytes; at most ${maxValueBytes} go into one entry.`);
  return text;
};
