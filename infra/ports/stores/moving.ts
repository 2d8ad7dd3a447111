import type { Json, JsonObject } from "../json.ts";
import type { Position, RecordedEvent } from "./event-store.ts";

/**
 * Rows of one kind as JSON, with everything that must survive a move to another store. Nothing else may use either
 * store meanwhile. Ordered by key, by code point.
 */
export type Rows<Row extends { key: string }> = {
  /** Reads at most `limit` rows after a key, or from the start; an empty page is the end. */
  page(options: { after?: string; limit: number }): Promise<Row[]>;
  /** Durable; replaces rows with the same keys. */
  put(rows: readonly Row[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
};

/**
 * An entry of the state store, expired or not. `expiresAt`: ms since 1970. `index`: ordered by field. The target draws
 * a new version.
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
  /** Number of claims; fences continue from here. */
  fence: number;
  /** Claims that don't count as attempts. */
  putDown: number;
  /** Claimable from then; 0 without a pause. `pausedFor`: its length, ms. */
  pausedUntil: number;
  pausedFor: number;
  /** Time of completion or giving up; null while open. */
  endedAt: number | null;
  diedOf: string | null;
};

/**
 * An encrypted value, bound to its reference, owner and master key, which both stores must share. Bytes are base64.
 * `lookup`: the keyed hash that finds an owner's same value. `standing`: `settled` once a reference is known; `aged` if
 * a sweep began since the put.
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

/** All but read models, which are rebuilt from the events. */
export type MovableDocuments = { state: Rows<StateRow>; jobs: Rows<JobRow>; vault: Rows<VaultRow> };

/** `appendStart`: version of the first event of its append. */
export type AppendedEvent = RecordedEvent & { appendStart: number };

/** Reads like {@link EventStore.readAll}, with each append's start, by which the target store recognizes repeats. */
export type ReadAppends = (options: { after?: Position; limit: number }) => Promise<AppendedEvent[]>;
