import type { Json, JsonObject } from "../json.ts";
import type { Position, RecordedEvent } from "./event-store.ts";

/**
 * Rows of one kind as a store keeps them, only for moving them to another store; nothing else may use either store
 * meanwhile. A row is JSON with everything that must survive. Rows come in the order of their keys, by code point.
 */
export type Rows<Row extends { key: string }> = {
  /** The rows after a key (from the start without one), at most `limit`; an empty page is the end. */
  page(options: { after?: string; limit: number }): Promise<Row[]>;
  /** Writes rows durably, replacing those with the same keys. */
  put(rows: readonly Row[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
};

/**
 * An entry of the state store, expired or not. `expiresAt`: ms since 1970. `index`: in the order of its fields. The
 * target draws a new version.
 */
export type StateRow = {
  key: string;
  value: Json;
  expiresAt: number | null;
  index: readonly (readonly [string, string])[];
};

/**
 * A job of the work queue, without a lease: its holder is gone, and the attempt is lost as after {@link
 * WorkQueue.letGo}. Instants are ms since 1970. The round robin over shops starts anew.
 */
export type JobRow = {
  /** The job's id. */
  key: string;
  kind: string;
  lane: string;
  tenant: string;
  dueAt: number;
  /** Due whatever the clock says. */
  atOnce: boolean;
  payload: JsonObject;
  enqueuedAt: number;
  /** Number of claims; fences go on from here. */
  fence: number;
  /** Number of those claims that don't count as attempts. */
  putDown: number;
  /** Not claimable before this; 0 without a pause. `pausedFor` is its length in ms. */
  pausedUntil: number;
  pausedFor: number;
  /** Time of completion or of giving up; null while open. */
  endedAt: number | null;
  /** Reason for giving up. */
  diedOf: string | null;
};

/**
 * An encrypted value of the vault. It is bound to its reference, its owner and the master key, which both stores must
 * share. Bytes are base64. `lookup`: the keyed hash that finds the same value of an owner again. `standing`: if sweeps
 * know of a reference to it; `aged` if a sweep has begun since it was put.
 */
export type VaultRow = {
  /** The reference. */
  key: string;
  owner: string;
  lookup: string | null;
  nonce: string;
  sealed: string;
  standing: "settled" | "new" | "aged";
};

/** The rows of the document ports. Read models are left out: they are rebuilt from the events. */
export type MovableDocuments = { state: Rows<StateRow>; jobs: Rows<JobRow>; vault: Rows<VaultRow> };

/** `appendStart`: version of the first event of its append. */
export type AppendedEvent = RecordedEvent & { appendStart: number };

/** Reads as {@link EventStore.readAll}, with the bounds of each append. The target store recognizes repeats by them. */
export type ReadAppends = (options: { after?: Position; limit: number }) => Promise<AppendedEvent[]>;
