import type { JsonObject } from "../json.ts";
import type { Position } from "./event-store.ts";
import type { Checkpoint } from "./history.ts";

export type Scalar = string | number | boolean | null;

/**
 * A collection with its indexes: top-level fields for filters and sorts. Values have one type; a missing one is null.
 */
export type CollectionDefinition = {
  name: string;
  /** A list is a compound index: its first field finds, the others order. */
  indexes: readonly (string | readonly string[])[];
  /** A storage hint: documents may have hundreds of kilobytes. */
  large?: boolean;
};

/**
 * A change of a document. It applies only at a newer position, so a document takes one change per event. A merge sets
 * top-level fields; it skips a missing document.
 */
export type ReadModelChange = { collection: string; id: string } & (
  | { kind: "put"; document: JsonObject }
  | { kind: "merge"; fields: JsonObject }
  | { kind: "delete" }
);

export type PositionedChange = ReadModelChange & { position: Position };

/** All conditions must hold. `above` and `below` are exclusive; text compares by code point. */
export type FieldFilter = {
  field: string;
  equals?: Scalar;
  in?: readonly Scalar[];
  above?: Scalar;
  below?: Scalar;
};

export type Query = {
  where?: readonly FieldFilter[];
  /** null comes first. Ties go by id, so that paging is stable. */
  sort?: readonly { field: string; descending?: boolean }[];
  offset?: number;
  /** Maximum documents, default 1,000. */
  limit?: number;
};

export type StoredDocument = { id: string; position: Position; document: JsonObject };

/** Fencing token, default 0. Writes with a lower one are refused. */
type FenceOption = { fence?: number };

/**
 * The last checkpoint under the writer's fence. A store behind it is an older copy, never written: the changes in
 * between would be lost.
 */
export type WriterCheckpoint = { name: string; position: Position | undefined };

type WriteOptions = FenceOption & { following?: WriterCheckpoint };

/** A value with optimistic locking across processes. `version` counts changes from 1. */
export type Register = { version: number; value: JsonObject };

/**
 * Store of projections: it can be dropped and rebuilt. Only projection processes write to it.
 * Guarantees hold per document; readers may see an update of several half done. Reads may lag behind other processes'
 * writes, but never go backwards: a reader of a checkpoint finds the documents it covers.
 */
export type ReadStore = {
  /** Creates missing collections; call before writes. Readers take a missing collection for empty. */
  ensureCollections(definitions: readonly CollectionDefinition[]): Promise<void>;
  get(collection: string, id: string): Promise<StoredDocument | undefined>;
  find(collection: string, query: Query): Promise<StoredDocument[]>;
  /** Counts documents. `atMost`: where counting stops. */
  count(collection: string, where?: readonly FieldFilter[], options?: { atMost?: number }): Promise<number>;
  /**
   * Applies changes in order, if newer than the document and not fenced off. Idempotent. Refusals are silent:
   * `writeCheckpoint` reports them. Without changes, only checks that the store isn't behind.
   * @throws {StoreDamaged} it is behind the writer's checkpoint; the remaining changes aren't applied
   */
  apply(changes: readonly PositionedChange[], options?: WriteOptions): Promise<void>;
  /** Removes documents and tombstones, except a later fence's. */
  clear(collection: string, options?: FenceOption): Promise<void>;
  /** Like {@link clear}; may also remove the empty collection. */
  drop(collection: string, options?: FenceOption): Promise<void>;
  readCheckpoint(name: string): Promise<Checkpoint | undefined>;
  /**
   * Writes or removes a checkpoint; false if a later fence has written it. A removed checkpoint (`undefined`) keeps its
   * fence.
   * @throws {StoreDamaged} as {@link apply}
   */
  writeCheckpoint(name: string, checkpoint: Checkpoint | undefined, options?: WriteOptions): Promise<boolean>;
  checkpoints(): Promise<ReadonlyMap<string, Checkpoint>>;
  /** Reads the current value: everything written before is visible from then on. */
  readRegister(name: string): Promise<Register | undefined>;
  /** Returns false, without a change, if not at `ifVersion`; 0: must not exist. Registers are never removed. */
  writeRegister(name: string, value: JsonObject, options: { ifVersion: number }): Promise<boolean>;
  close(): Promise<void>;
};

export type ReadModels = Pick<ReadStore, "get" | "find" | "count">;
