import type { Json, JsonObject } from "../json.ts";
import type { Position, RecordedEvent } from "./event-store.ts";

/**
 * Rows of JSON with all that must survive a move. Nothing else may use either store meanwhile. Ordered by key, by code
 * point.
 */
export type Rows<Row extends { key: string }> = {
  /** Reads rows after a key, or from the start; an empty page is the end. */
  page(options: { after?: string; limit: number }): Promise<Row[]>;
  /** Writes rows durably; replaces rows with the same keys. */
  put(rows: readonly Row[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
};

/**
 * A state entry, expired or not. `expiresAt`: ms since 1970. `index`: ordered by field. The target draws a new version.
 */
export type StateRow = {
  key: string;
  value: Json;
  expiresAt: number | null;
  index: readonly (readonly [string, string])[];
};

/**
 * A job without its lease: the attempt is lost as after {@link WorkQueue.releaseLeases}. Instants are ms since 1970.
 * The round robin over shops starts over.
 */
export type JobRow = {
  key: string;
  kind: string;
  lane: string;
  tenant: string;
  dueAt: number;
  /** True if the job is due whatever the clock says. */
  atOnce: boolean;
  payload: JsonObject;
  enqueuedAt: number;
  /** Claims so far; fences continue from here. */
  fence: number;
  /** Claims that don't count as attempts. */
  putDown: number;
  /** Time from which the job is claimable; 0: no pause. `pausedFor`: length of the pause, ms. */
  pausedUntil: number;
  pausedFor: number;
  /** Time when completed or given up; null while open. */
  endedAt: number | null;
  diedOf: string | null;
};

/**
 * Bound to its reference, owner and master key, which both stores must share. Bytes are base64. `lookup`: keyed hash
 * that finds an owner's same value. `standing`: `settled` once a reference is known; `aged` if a sweep began since the
 * put.
 */
export type VaultRow = {
  key: string;
  owner: string;
  lookup: string | null;
  nonce: string;
  sealed: string;
  standing: "settled" | "new" | "aged";
};

/** Documents of a state database, without read models, which events rebuild. */
export type MovableDocuments = { state: Rows<StateRow>; jobs: Rows<JobRow>; vault: Rows<VaultRow> };

/** `appendStart`: version of the first event of the same append. */
export type AppendedEvent = RecordedEvent & { appendStart: number };

/** Reads events with each append's start, by which the target recognizes repeats. */
export type ReadAppends = (options: { after?: Position; limit: number }) => Promise<AppendedEvent[]>;
