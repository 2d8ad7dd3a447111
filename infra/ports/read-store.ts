import type { Position } from "./event-store.ts";
import type { JsonObject } from "./json.ts";

export type Scalar = string | number | boolean | null;

/** Top-level fields of the documents that filters and sorts may name. A field has values of one type, or null; a missing field is null. */
export type CollectionDefinition = {
  name: string;
  /** Several fields together: documents are found by the first and come in the order of the others, without being read for it. */
  indexes: readonly (string | readonly string[])[];
};

/**
 * One change to one document or to all that match an indexed field. A write applies only when its position is newer, so of one
 * event a document takes one change. Merges set top-level fields of documents that are there; of a missing one nothing.
 */
export type ReadModelChange = { collection: string } & (
  | { kind: "put"; id: string; document: JsonObject }
  | { kind: "merge"; id: string; fields: JsonObject }
  | { kind: "mergeWhere"; where: { field: string; equals: Scalar }; fields: JsonObject }
  | { kind: "delete"; id: string }
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

export type Checkpoint = { storeId: string; position: Position };

/** Projections: can be dropped and rebuilt. Written only by the projection process. */
export type ReadStore = {
  /** Creates collections and indexes that are not there yet. Needed once before writes; a reader treats a missing collection as empty. */
  ensureCollections(definitions: readonly CollectionDefinition[]): Promise<void>;
  get(collection: string, id: string): Promise<StoredDocument | undefined>;
  find(collection: string, query: Query): Promise<StoredDocument[]>;
  count(collection: string, where?: readonly FieldFilter[]): Promise<number>;
  /**
   * Applies changes in order, each only where it is newer than the document. Repeating a batch changes nothing. What one position
   * changes is seen whole or not at all, but for `mergeWhere`.
   */
  apply(changes: readonly PositionedChange[]): Promise<void>;
  /** Removes all documents of a collection (before a rebuild). */
  clear(collection: string): Promise<void>;
  readCheckpoint(name: string): Promise<Checkpoint | undefined>;
  writeCheckpoint(name: string, checkpoint: Checkpoint | undefined): Promise<void>;
  close(): Promise<void>;
};
