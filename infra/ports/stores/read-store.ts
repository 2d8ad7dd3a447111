import type { JsonObject } from "../json.ts";
import type { Position } from "./event-store.ts";
import type { Checkpoint } from "./history.ts";

export type Scalar = string | number | boolean | null;

/**
 * Top-level fields that filters and sorts may name. A field has values of one type, or null; a missing field is null.
 */
export type CollectionDefinition = {
  name: string;
  /**
   * A list of fields is a compound index: the first field finds documents, the others order them without reading them.
   */
  indexes: readonly (string | readonly string[])[];
  /** Documents may have hundreds of kilobytes; a hint for the storage layout. */
  large?: boolean;
};

/**
 * Applies only if its position is newer, so a document takes one change per event. A merge sets top-level fields; on a
 * missing document it is a no-op.
 */
export type ReadModelChange = { collection: string; id: string } & (
  | { kind: "put"; document: JsonObject }
  | { kind: "merge"; fields: JsonObject }
  | { kind: "delete" }
);

export type PositionedChange = ReadModelChange & { position: Position };

/** All given conditions must hold. `above` and `below` are exclusive; text compares by code point. */
export type FieldFilter = {
  field: string;
  equals?: Scalar;
  in?: readonly Scalar[];
  above?: Scalar;
  below?: Scalar;
};

export type Query = {
  where?: readonly FieldFilter[];
  /** null comes first. Ties are ordered by id, so that paging is stable. */
  sort?: readonly { field: string; descending?: boolean }[];
  offset?: number;
  /** Default 1,000. */
  limit?: number;
};

export type StoredDocument = { id: string; position: Position; document: JsonObject };

/** The writer's fencing token: later writers have greater ones, and a lower one is refused. Default 0. */
type FenceOption = { fence?: number };

/**
 * The checkpoint that the writer last wrote under its fence. A store behind it was replaced by an older copy. Nothing
 * is written into it then, because the changes in between would be lost.
 */
export type WriterCheckpoint = { name: string; position: Position | undefined };

type WriteOptions = FenceOption & { following?: WriterCheckpoint };

/** A document with optimistic locking, for what processes agree on. `version` counts its changes from 1. */
export type Register = { version: number; value: JsonObject };

/**
 * Projections: can be dropped and rebuilt. Only projection processes write them.
 *
 * Guarantees hold per document; readers may see an update of several documents half done. Reads may lag behind other
 * processes' writes, but never go backwards: after a read or write through this object, everything written before it is
 * visible. So a reader of a checkpoint finds the documents that it covers. Registers always read their current state.
 */
export type ReadStore = {
  /**
   * Creates missing collections and indexes. Needed once before writes; a reader treats a missing collection as empty.
   */
  ensureCollections(definitions: readonly CollectionDefinition[]): Promise<void>;
  get(collection: string, id: string): Promise<StoredDocument | undefined>;
  find(collection: string, query: Query): Promise<StoredDocument[]>;
  /** `atMost`: upper bound of the answer. Counting stops there, which saves reads. */
  count(collection: string, where?: readonly FieldFilter[], options?: { atMost?: number }): Promise<number>;
  /**
   * Applies changes in order, each only if it is newer than the document and no later fence wrote that. Idempotent.
   * Refusals are silent: `writeCheckpoint` reports them. Without changes it only checks that the store isn't behind.
   * @throws {StoreDamaged} the store is behind the writer's checkpoint; none of the remaining changes is applied
   */
  apply(changes: readonly PositionedChange[], options?: WriteOptions): Promise<void>;
  /** Removes a collection's documents and tombstones, except those that a later fence wrote. */
  clear(collection: string, options?: FenceOption): Promise<void>;
  /** Like {@link clear}; may remove the collection itself once it is empty. */
  drop(collection: string, options?: FenceOption): Promise<void>;
  readCheckpoint(name: string): Promise<Checkpoint | undefined>;
  /**
   * False: a later fence has written it, and it stays as it is. A removed checkpoint (`undefined`) still remembers its
   * fence.
   * @throws {StoreDamaged} as {@link apply}
   */
  writeCheckpoint(name: string, checkpoint: Checkpoint | undefined, options?: WriteOptions): Promise<boolean>;
  checkpoints(): Promise<ReadonlyMap<string, Checkpoint>>;
  /** The current state, by any writer. Everything written before it is visible from then on. */
  readRegister(name: string): Promise<Register | undefined>;
  /**
   * False, without a change, if the register isn't at `ifVersion`; 0: it must not exist. Registers are never removed.
   */
  writeRegister(name: string, value: JsonObject, options: { ifVersion: number }): Promise<boolean>;
  close(): Promise<void>;
};

export type ReadModels = Pick<ReadStore, "get" | "find" | "count">;
