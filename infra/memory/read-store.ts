import type { Checkpoint } from "../ports/history.ts";
import type { JsonObject } from "../ports/json.ts";
import type { PositionedChange, ReadStore, Register, StoredDocument } from "../ports/read-store.ts";
import { copyOf, createDice, dawdle } from "./awkward.ts";
import { compareValues, matches } from "./match.ts";

/** Without a document it was deleted, and older changes cannot bring it back. */
type Row = { position: string; document: JsonObject | undefined; fence: number };

/** Read models that live as long as the object. A collection must have been ensured before it is written. */
export const createMemoryReadStore = (): ReadStore => {
  const dice = createDice();
  const collections = new Map<string, Map<string, Row>>();
  const checkpoints = new Map<string, { fence: number; checkpoint: Checkpoint | undefined }>();
  const registers = new Map<string, Register>();

  const rowsOf = (collection: string): Map<string, Row> => {
    const rows = collections.get(collection);
    if (!rows) throw new Error(`There is no collection ${collection}. Call ensureCollections first.`);
    return rows;
  };
  const documentsOf = (collection: string): StoredDocument[] =>
    [...(collections.get(collection) ?? [])].flatMap(([id, { position, document }]) =>
      document ? [{ id, position, document }] : [],
    );
  type Write = { id: string; position: string; fence: number };
  const set = (rows: Map<string, Row>, { id, position, fence }: Write, document: JsonObject | undefined): void => {
    const known = rows.get(id);
    if (!known || (known.position < position && known.fence <= fence))
      rows.set(id, { position, document: document && copyOf(document), fence });
  };
  const merge = (rows: Map<string, Row>, write: Write, fields: JsonObject): void => {
    const document = rows.get(write.id)?.document;
    if (document) set(rows, write, { ...document, ...fields });
  };
  const applyOne = (change: PositionedChange, fence: number): void => {
    const rows = rowsOf(change.collection);
    const { position } = change;
    if (change.kind === "put") set(rows, { ...change, fence }, change.document);
    if (change.kind === "delete") set(rows, { ...change, fence }, undefined);
    if (change.kind === "merge") merge(rows, { ...change, fence }, change.fields);
    if (change.kind === "mergeWhere") {
      const { field, equals } = change.where;
      const found = documentsOf(change.collection).filter(({ document }) => matches(document, [{ field, equals }]));
      for (const { id } of found) merge(rows, { id, position, fence }, change.fields);
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
    async apply(changes, { fence = 0 } = {}) {
      for (const change of changes) {
        if (dice() < 0.1) await dawdle(dice);
        applyOne(change, fence);
      }
    },
    async clear(collection, { fence = 0 } = {}) {
      const rows = rowsOf(collection);
      for (const [id, row] of rows) if (row.fence <= fence) rows.delete(id);
    },
    async drop(collection, { fence = 0 } = {}) {
      const rows = collections.get(collection);
      if (!rows) return;
      for (const [id, row] of rows) if (row.fence <= fence) rows.delete(id);
      if (rows.size === 0) collections.delete(collection);
    },
    async readCheckpoint(name) {
      await dawdle(dice);
      const checkpoint = checkpoints.get(name)?.checkpoint;
      return checkpoint && copyOf(checkpoint);
    },
    async writeCheckpoint(name, checkpoint, { fence = 0 } = {}) {
      await dawdle(dice);
      if ((checkpoints.get(name)?.fence ?? 0) > fence) return false;
      checkpoints.set(name, { fence, checkpoint: checkpoint && copyOf(checkpoint) });
      return true;
    },
    async checkpoints() {
      await dawdle(dice);
      return new Map(
        [...checkpoints].flatMap(([name, { checkpoint }]) => (checkpoint ? [[name, copyOf(checkpoint)] as const] : [])),
      );
    },
    async readRegister(name) {
      await dawdle(dice);
      const register = registers.get(name);
      return register && copyOf(register);
    },
    async writeRegister(name, value, { ifVersion }) {
      await dawdle(dice);
      if ((registers.get(name)?.version ?? 0) !== ifVersion) return false;
      registers.set(name, { version: ifVersion + 1, value: copyOf(value) });
      return true;
    },
    async close() {},
  };
};
