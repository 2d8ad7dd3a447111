import type { SQLInputValue } from "node:sqlite";
import type { Clock } from "../../ports/clock.ts";
import type { Json, JsonObject } from "../../ports/json.ts";
import type { JobRow, MovableDocuments, Rows, StateRow, VaultRow } from "../../ports/stores/moving.ts";
import { createVersion, serializeState } from "../../ports/stores/state-store.ts";
import { parseStoredJson } from "../damage.ts";
import type { Database } from "../database.ts";
import { limitClause } from "../limit-clause.ts";
import { refreshJobGroup } from "../queue/job-groups.ts";
import { formatRowName, type Row, verifyRow } from "../row-checksum.ts";

/** By key. SQLite compares texts by their UTF-8 bytes, which is by code point. */
type Table<Kept> = {
  table: "state" | "jobs" | "vault";
  key: string;
  read: (row: Row) => Kept;
  write: (row: Kept) => void;
};

const rowsIn = <Kept extends { key: string }>(db: Database, { table, key, read, write }: Table<Kept>): Rows<Kept> => {
  const drop = (one: string) => db.prepare(`DELETE FROM ${table} WHERE ${key} = ?`).run(one);
  return {
    page: ({ after = "", limit }) =>
      db.read(() =>
        db
          .prepare(`SELECT * FROM ${table} WHERE ${key} > ? ORDER BY ${key} ${limitClause}`)
          .all(after, limit)
          .map((row) => read(verifyRow(db.file, table, row))),
      ),
    put: (rows) =>
      db.write(() => {
        for (const row of rows) {
          drop(row.key);
          write(row);
        }
      }),
    remove: (keys) => db.write(() => void keys.forEach(drop)),
  };
};

const insert = (db: Database, table: string, values: Record<string, SQLInputValue>): void => {
  const names = Object.keys(values);
  db.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`).run(
    ...Object.values(values),
  );
};

const stateRows = (db: Database): Rows<StateRow> =>
  rowsIn(db, {
    table: "state",
    key: "key",
    read: (row) => ({
      key: String(row.key),
      value: parseStoredJson(db.file, row.value, () => formatRowName("state", row.key)) as Json,
      expiresAt: row.expires_at === null ? null : Number(row.expires_at),
      index: db
        .prepare("SELECT field, value FROM state_index WHERE key = ? ORDER BY field, value")
        .all(String(row.key))
        .map(({ field, value }) => [String(field), String(value)] as const),
    }),
    write: ({ key, value, expiresAt, index }) => {
      insert(db, "state", { key, value: serializeState(key, value), version: createVersion(), expires_at: expiresAt });
      for (const [field, name] of index) insert(db, "state_index", { field, value: name, key });
    },
  });

const jobRows = (db: Database, clock: Pick<Clock, "now" | "wall">): Rows<JobRow> =>
  rowsIn(db, {
    table: "jobs",
    key: "id",
    read: (row) => ({
      key: String(row.id),
      kind: String(row.kind),
      lane: String(row.lane),
      tenant: String(row.shop),
      dueAt: Number(row.due_at),
      atOnce: row.ready_at === 0,
      payload: parseStoredJson(db.file, row.payload, () => formatRowName("jobs", row.id)) as JsonObject,
      enqueuedAt: Number(row.enqueued_at),
      fence: Number(row.fence),
      putDown: Number(row.put_down),
      pausedUntil: Number(row.retry_at),
      pausedFor: row.retry_at === 0 ? 0 : Number(row.retry_for),
      endedAt: row.completed_at === null ? null : Number(row.completed_at),
      diedOf: row.died_of === null ? null : String(row.died_of),
    }),
    write: (job) => {
      insert(db, "jobs", {
        id: job.key,
        kind: job.kind,
        lane: job.lane,
        shop: job.tenant,
        due_at: job.dueAt,
        ready_at: job.atOnce ? 0 : job.dueAt,
        payload: JSON.stringify(job.payload),
        enqueued_at: job.enqueuedAt,
        fence: job.fence,
        put_down: job.putDown,
        retry_at: job.pausedUntil,
        retry_for: job.pausedFor,
        completed_at: job.endedAt,
        died_of: job.diedOf,
      });
      if (job.endedAt === null) refreshJobGroup(db, job, { now: clock.now().getTime(), wall: clock.wall().getTime() });
    },
  });

const base64 = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString("base64");
const sweepStates = { 0: "new", 1: "aged" } as const;

const vaultRows = (db: Database): Rows<VaultRow> =>
  rowsIn(db, {
    table: "vault",
    key: "reference",
    read: (row) => {
      const doubt = db.prepare("SELECT aged FROM vault_new WHERE reference = ?").get(String(row.reference));
      return {
        key: String(row.reference),
        owner: String(row.owner),
        lookup: row.lookup === null ? null : String(row.lookup),
        nonce: base64(row.nonce),
        sealed: base64(row.sealed),
        standing: doubt ? sweepStates[doubt.aged === 1 ? 1 : 0] : "settled",
      };
    },
    write: ({ key: reference, owner, lookup, nonce, sealed, standing }) => {
      const bytes = { nonce: Buffer.from(nonce, "base64"), sealed: Buffer.from(sealed, "base64") };
      insert(db, "vault", { reference, owner, lookup, ...bytes });
      if (standing !== "settled") insert(db, "vault_new", { reference, aged: standing === "aged" ? 1 : 0 });
    },
  });

/** Nothing else may have `state.db` open; the vault's own adapter proves the master key. */
export const createMovableState = (db: Database, clock: Pick<Clock, "now" | "wall">): MovableDocuments => ({
  state: stateRows(db),
  jobs: jobRows(db, clock),
  vault: vaultRows(db),
});
