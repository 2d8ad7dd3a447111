import { existsSync, rmSync, statSync } from "node:fs";
import { type Database, openDatabase, openReadOnlyDatabase } from "./database.ts";
import { readSchema } from "./read-schema.ts";

export type ReadConnection = {
  /** Runs a read; `empty` is the answer while the file or the table is not there. */
  query<T>(empty: T, read: (db: Database) => T): Promise<T>;
  /** @throws when opened for reading alone */
  writable(): Database;
  close(): void;
};

/** The writer makes the file; a reader opens it when it is there and again when it was replaced. */
export const createReadConnection = ({
  file,
  readOnly = false,
}: {
  file: string;
  readOnly?: boolean;
}): ReadConnection => (readOnly ? reader(file) : writer(file));

const writer = (file: string): ReadConnection => {
  // Left over from a deleted file, they would be taken for parts of the new one.
  if (!existsSync(file)) for (const ending of ["-wal", "-shm"]) rmSync(`${file}${ending}`, { force: true });
  const db = openDatabase({ file, synchronous: "NORMAL", schema: readSchema });
  return {
    query: (empty, read) => db.read(() => orEmpty(empty, () => read(db))),
    writable: () => db,
    close: () => db.close(),
  };
};

const reader = (file: string): ReadConnection => {
  let open: { db: Database; inode: bigint } | undefined;
  let closed = false;
  const current = (): Database | undefined => {
    if (closed) throw new Error(`The read store ${file} is closed.`);
    const inode = statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
    if (open && open.inode === inode) return open.db;
    open?.db.close();
    open = undefined;
    if (inode === undefined) return undefined;
    const db = openReadOnlyDatabase(file);
    open = { db, inode };
    return db;
  };
  return {
    async query(empty, read) {
      const db = current();
      return db ? db.read(() => orEmpty(empty, () => read(db))) : empty;
    },
    writable() {
      throw new Error(`The read store ${file} was opened for reading alone. Write in the projection process.`);
    },
    close() {
      closed = true;
      open?.db.close();
    },
  };
};

const orEmpty = <T>(empty: T, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("no such table: ")) return empty;
    throw error;
  }
};
