import type { Json, JsonObject } from "../json.ts";
import type { Position, RecordedEvent } from "./event-store.ts";

/**
 * Rows of one kind as a store keeps them, for moving them to another store and for nothing else: nobody else may be using either. A row is
 * JSON, and tells all that must survive. Rows are in the order of their keys, by code point.
 */
export type Rows<Row extends { key: string }> = {
  /** The rows behind a key (from the start without one), `limit` at most; none: that was all. */
  page(options: { after?: string; limit: number }): Promise<Row[]>;
  /** Keeps rows, durably. What stands under their keys is replaced. */
  put(rows: readonly Row[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
};

/** An entry of the state store, expired or not. `expiresAt`: ms since 1970. `index`: in the order of its fields. Its version is drawn anew. */
export type StateRow = {
  key: string;
  value: Json;
  expiresAt: number | null;
  index: readonly (readonly [string, string])[];
};

/**
 * A job of the work queue, without a lease: whoever held one is gone, and the attempt is lost as after {@link WorkQueue.letGo}. Instants are ms
 * since 1970. Whose turn it is among shops begins anew.
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
  /** How often it was claimed; fences go on from here. */
  fence: number;
  /** How many of those claims are no lost attempts. */
  putDown: number;
  /** Not claimable before, and how long that pause is; 0 without one. */
  pausedUntil: number;
  pausedFor: number;
  /** When it was completed or given up; null while it is open. */
  endedAt: number | null;
  /** Why it was given up. */
  diedOf: string | null;
};

/**
 * A sealed value of the vault, unopened: it is bound to its reference and owner and to the master key, which both stores must have. Bytes are
 * base64. `lookup`: the keyed hash by which the same value of an owner is found again. `standing`: whether anything refers to it, as sweeps
 * see it; `aged` where one has begun since it was kept.
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

/** What the ports of documents keep, row by row. Read models are no part of it: they are built anew from the events. */
export type MovableDocuments = { state: Rows<StateRow>; jobs: Rows<JobRow>; vault: Rows<VaultRow> };

/** `appendStart`: the version of the first event that was appended together with it. */
export type AppendedEvent = RecordedEvent & { appendStart: number };

/** Reads as {@link EventStore.readAll}, and tells what was appended together: a repeat is told by it, in another store too. */
export type ReadAppends = (options: { after?: Position; limit: number }) => Promise<AppendedEvent[]>;
