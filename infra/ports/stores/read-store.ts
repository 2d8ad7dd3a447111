import type { JsonObject } from "../json.ts";
import type { Position } from "./event-store.ts";
import type { Checkpoint } from "./history.ts";

export type Scalar = string | number | boolean | null;

/** Top-level fields of the documents that filters and sorts may name. A field has values of one type, or null; a missing field is null. */
export type CollectionDefinition = {
  name: string;
  /** Several fields together: documents are found by the first and come in the order of the others, without being read for it. */
  indexes: readonly (string | readonly string[])[];
  /** Its documents may have hundreds of kilobytes; a hint for how they are laid down. */
  large?: boolean;
};

/**
 * One change to one document. It applies only when its position is newer, so of one event a document takes one change. A merge sets
 * top-level fields of a document that is there; of a missing one nothing.
 */
export type ReadModelChange = { collection: string; id: string } & (
  | { kind: "put"; document: JsonObject }
  | { kind: "merge"; fields: JsonObject }
  | { kind: "delete" }
);

export type PositionedChange = ReadModelChange & { position: Position };

/** What is given must all hold. `above` and `below` leave their bound out; text is compared by code point. */
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

/**
 * What a writer writes under: a number that is greater the later it was given. A write is refused where a greater one has been. Without
 * a fence it is 0.
 */
type Fenced = { fence?: number };

/**
 * Where a writer left the store, by a checkpoint that it wrote under its fence. A store that is behind it was taken back by somebody, as
 * by an older copy that was put in its place: nothing is written into it, since what lies between would never be.
 */
export type Following = { name: string; position: Position | undefined };

type Written = Fenced & { following?: Following };

/** A document that is changed only as it was read: what processes agree on. `version` counts its changes from 1. */
export type Register = { version: number; value: JsonObject };

/**
 * Projections: can be dropped and rebuilt. Written only by processes of projections.
 *
 * What is promised holds for one document at a time, since no more can be had without transactions: what several documents
 * show together, a reader sees in the making.
 *
 * What is read may be behind what others have written, but time never runs backwards: what was read once through this object, or written
 * through it, and all that had been written before that, is seen from then on. So whoever has read a checkpoint finds the documents that it
 * covers. Registers alone are read as they are now.
 */
export type ReadStore = {
  /** Creates collections and indexes that are not there yet. Needed once before writes; a reader treats a missing collection as empty. */
  ensureCollections(definitions: readonly CollectionDefinition[]): Promise<void>;
  get(collection: string, id: string): Promise<StoredDocument | undefined>;
  find(collection: string, query: Query): Promise<StoredDocument[]>;
  /** `atMost`: so many, where there are more: whoever wants to know no more looks at no more. */
  count(collection: string, where?: readonly FieldFilter[], options?: { atMost?: number }): Promise<number>;
  /**
   * Applies changes in order, each only where it is newer than the document, and no later fence wrote that. Repeating a batch changes
   * nothing. What was refused is not told: the checkpoint's write tells. Without changes it only looks whether the store is behind.
   * @throws {StoreDamaged} the store is behind what the writer follows; of the changes from there on none is applied
   */
  apply(changes: readonly PositionedChange[], options?: Written): Promise<void>;
  /** Removes the documents of a collection, traces of deleted ones too, but for those that a later fence wrote. */
  clear(collection: string, options?: Fenced): Promise<void>;
  /** As {@link clear}; a collection in which nothing is left may go with its documents. */
  drop(collection: string, options?: Fenced): Promise<void>;
  readCheckpoint(name: string): Promise<Checkpoint | undefined>;
  /**
   * False: a later fence has written it, and it stays as it is. Taken away (`undefined`), it remembers its fence all the same.
   * @throws {StoreDamaged} as {@link apply}
   */
  writeCheckpoint(name: string, checkpoint: Checkpoint | undefined, options?: Written): Promise<boolean>;
  /** Every checkpoint that is there, by name. */
  checkpoints(): Promise<ReadonlyMap<string, Checkpoint>>;
  /** As it is now, whoever wrote it; and from then on all else is seen that was written before. */
  readRegister(name: string): Promise<Register | undefined>;
  /** False, and nothing is changed, where the register is not at `ifVersion`; 0: where there is none. It is never removed. */
  writeRegister(name: string, value: JsonObject, options: { ifVersion: number }): Promise<boolean>;
  close(): Promise<void>;
};

/** The part of a read store that answers queries. */
export type ReadModels = Pick<ReadStore, "get" | "find" | "count">;
