import type { JsonObject } from "../ports/json.ts";
import type { Checkpoint, PositionedChange, ReadStore, StoredDocument } from "../ports/read-store.ts";
import { copyOf, createDice, dawdle } from "./awkward.ts";
import { compareValues, matches } from "./match.ts";

/** Without a document it was deleted, and older changes cannot bring it back. */
type Row = { position: string; document: JsonObject | undefined };

/** Read models that live as long as the object. A collection must have been ensured before it is written. */
export const createMemoryReadStore = (): ReadStore => {
  const dice = createDice();
  const collections = new Map<string, Map<string, Row>>();
  const checkpoints = new Map<string, Checkpoint>();

  const rowsOf = (collection: string): Map<string, Row> => {
    const rows = collections.get(collection);
    if (!rows) throw new Error(`There is no collection ${collection}. Call ensureCollections first.`);
    return rows;
  };
  const documentsOf = (collection: string): StoredDocument[] =>
    [...(collections.get(collection) ?? [])].flatMap(([id, { position, document }]) =>
      document ? [{ id, position, document }] : [],
    );
  const set = (rows: Map<string, Row>, id: string, position: string, document: JsonObject | undefined): void => {
    const known = rows.get(id);
    if (!known || known.position < position) rows.set(id, { position, document: document && copyOf(document) });
  };
  const merge = (rows: Map<string, Row>, id: string, position: string, fields: JsonObject): void => {
    const document = rows.get(id)?.document;
    if (document) set(rows, id, position, { ...document, ...fields });
  };
  const applyOne = (change: PositionedChange): void => {
    const rows = rowsOf(change.collection);
    if (change.kind === "put") set(rows, change.id, change.position, change.document);
    if (change.kind === "delete") set(rows, change.id, change.position, undefined);
    if (change.kind === "merge") merge(rows, change.id, change.position, change.fields);
    if (change.kind === "mergeWhere") {
      const { field, equals } = change.where;
      const found = documentsOf(change.collection).filter(({ document }) => matches(document, [{ field, equals }]));
      for (const { id } of found) merge(rows, id, change.position, change.fields);
    }
  };

  return {
    async ensureCollections(definitions) {
      for (const { name } of definitions) if (!collections.has(name)) collections.set(name, new Map());
    },
    async get(collection, id) {
      await dawdle(dice);
      const row = collections.get(collection)?.get(id);
      return row?.document && copyOf({ id, position: row.position, document: row.document });
    },
    async find(collection, { where = [], sort = [], offset = 0, limit = 1_000 }) {
      await dawdle(dice);
      const found = documentsOf(collection).filter(({ document }) => matches(document, where));
      found.sort((a, b) => {
        for (const { field, descending } of sort) {
          const order = compareValues(a.document[field], b.document[field]);
          if (order !== 0) return descending ? -order : order;
        }
        return compareValues(a.id, b.id);
      });
      return copyOf(found.slice(offset, offset + limit));
    },
    async count(collection, where = []) {
      await dawdle(dice);
      return documentsOf(collection).filter(({ document }) => matches(document, where)).length;
    },
    async apply(changes) {
      for (const change of changes) {
        if (dice() < 0.1) await dawdle(dice);
        applyOne(change);
      }
    },
    async clear(collection) {
      rowsOf(collection).clear();
    },
    async readCheckpoint(name) {
      await dawdle(dice);
      const checkpoint = checkpoints.get(name);
      return checkpoint && copyOf(checkpoint);
    },
    async writeCheckpoint(name, checkpoint) {
      await dawdle(dice);
      if (checkpoint) checkpoints.set(name, copyOf(checkpoint));
      else checkpoints.delete(name);
    },
    async close() {},
  };
};
