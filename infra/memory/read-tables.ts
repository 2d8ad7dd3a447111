import type { JsonObject } from "../ports/json.ts";
import { StoreDamaged } from "../ports/store-errors.ts";
import type { Checkpoint } from "../ports/stores/history.ts";
import type { PositionedChange, Register, StoredDocument, WriterCheckpoint } from "../ports/stores/read-store.ts";
import { cloneAsJson } from "./irregularity.ts";

/** A row without a document is a tombstone: older changes can't bring the document back. */
type Row = { position: string; document: JsonObject | undefined; fence: number };

type Tables = {
  collections: ReadonlyMap<string, ReadonlyMap<string, Row>>;
  checkpoints: ReadonlyMap<string, { fence: number; checkpoint: Checkpoint | undefined }>;
  registers: ReadonlyMap<string, Register>;
};

/** Creates tables, as a copy of `from` if given. */
export const createReadTables = (from?: Tables) => {
  const collections = new Map([...(from?.collections ?? [])].map(([name, rows]) => [name, new Map(rows)]));
  const checkpoints = new Map(from?.checkpoints);
  const registers = new Map(from?.registers);

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
      rows.set(id, { position, document: document && cloneAsJson(document), fence });
  };
  const merge = (rows: Map<string, Row>, write: Write, fields: JsonObject): void => {
    const document = rows.get(write.id)?.document;
    if (document) set(rows, write, { ...document, ...fields });
  };
  const clear = (rows: Map<string, Row>, fence: number): void => {
    for (const [id, row] of rows) if (row.fence <= fence) rows.delete(id);
  };

  return {
    collections,
    checkpoints,
    registers,
    documentsOf,
    get(collection: string, id: string): StoredDocument | undefined {
      const row = collections.get(collection)?.get(id);
      return row?.document && { id, position: row.position, document: row.document };
    },
    ensure(collection: string): void {
      if (!collections.has(collection)) collections.set(collection, new Map());
    },
    apply(change: PositionedChange, fence: number): void {
      const rows = rowsOf(change.collection);
      if (change.kind === "put") set(rows, { ...change, fence }, change.document);
      if (change.kind === "delete") set(rows, { ...change, fence }, undefined);
      if (change.kind === "merge") merge(rows, { ...change, fence }, change.fields);
    },
    clear: (collection: string, fence: number): void => clear(rowsOf(collection), fence),
    drop(collection: string, fence: number): void {
      const rows = collections.get(collection);
      if (!rows) return;
      clear(rows, fence);
      if (rows.size === 0) collections.delete(collection);
    },
    /** @throws {StoreDamaged} */
    assertNotBehind(following: WriterCheckpoint | undefined, fence: number): void {
      if (following === undefined) return;
      const { name, position = "" } = following;
      const row = checkpoints.get(name);
      const written = row?.fence ?? 0;
      if (written > fence) return;
      if (written < fence || (row?.checkpoint?.position ?? "") < position)
        throw new StoreDamaged(`The read models were taken back: checkpoint ${name} is not where it was left.`, {
          reason: `checkpoint ${name} was taken back`,
          mendsItself: true,
        });
    },
    writeCheckpoint(name: string, checkpoint: Checkpoint | undefined, fence: number): boolean {
      if ((checkpoints.get(name)?.fence ?? 0) > fence) return false;
      checkpoints.set(name, { fence, checkpoint });
      return true;
    },
    writeRegister(name: string, value: JsonObject, ifVersion: number): boolean {
      if ((registers.get(name)?.version ?? 0) !== ifVersion) return false;
      registers.set(name, { version: ifVersion + 1, value });
      return true;
    },
  };
};

export type ReadTables = ReturnType<typeof createReadTables>;
