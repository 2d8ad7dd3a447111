import { rmSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StoreDamaged, StoreUnreadable } from "../../ports/store-errors.ts";
import { assertNoFolder, assertTables, createDamagedError, FolderInPlace, toDamageError } from "../damage.ts";
import { type Database, openDatabase, openReadOnlyDatabase, StoreNewer } from "../database.ts";
import { openToRead } from "../files/open-to-read.ts";
import {
  quarantineFile,
  readDamageReport,
  removeDatabase,
  reportDamage,
  sidecarSuffixes,
} from "../files/quarantine.ts";
import { assertStoreIdentity, StoreMisplaced } from "../files/store-identity.ts";
import { Busy, isBusy, retryUntilFree, toDiskError } from "../locks.ts";
import { readSchema } from "./read-schema.ts";

export type ReadConnection = {
  /** `empty`: the result without file or table. */
  query<T>(empty: T, read: (db: Database) => T): Promise<T>;
  /** @throws when opened read-only */
  writable(): Database;
  close(): void;
};

/** `why` continues "it …". */
export type QuarantinedFile = { file: string; aside: string; why: string };

export type ReadConnectionOptions = {
  file: string;
  readOnly?: boolean;
  /** Called when the writer has replaced an unusable file. */
  onQuarantined?: (what: QuarantinedFile) => void;
};

/**
 * The writer creates the file, and replaces a damaged or newer one. Readers open it once it exists, and after a
 * replacement.
 */
export const createReadConnection = ({
  file,
  readOnly = false,
  onQuarantined,
}: ReadConnectionOptions): ReadConnection => (readOnly ? reader(file) : writer(file, onQuarantined));

/** Notes beside the file that it is damaged, or that the disk can't read it. The next writer then sets it aside. */
const reporting = (file: string, error: unknown): unknown => {
  if (!(error instanceof StoreDamaged || error instanceof StoreUnreadable)) return error;
  const { reason } = error;
  reportDamage(file, reason);
  const how = error instanceof StoreUnreadable ? `cannot be read (${reason})` : `is damaged (${reason})`;
  const sentence = `${file} ${error instanceof FolderInPlace ? "is a folder" : how}. It is set aside, and the read models are rebuilt from the events.`;
  return new StoreDamaged(sentence, { reason, mendsItself: true, cause: error });
};

/**
 * The file's schema version; undefined if unreadable or missing, which opening reports.
 * @throws {StoreMisplaced} it is another store
 */
export const readLayout = (file: string): number | undefined => {
  let db: DatabaseSync | undefined;
  try {
    db = openToRead(file);
    assertStoreIdentity(db, file, "read-models.db");
    return Number(db.prepare("PRAGMA user_version").get()?.user_version);
  } catch (error) {
    if (error instanceof StoreMisplaced) throw error;
    return undefined;
  } finally {
    db?.close();
  }
};

/**
 * Pages before a checkpoint. With fewer, catching up is slower. With many more, projections stall at a checkpoint, and
 * other commits wait for the disk (ADR 81).
 */
const logPages = 4_000;

const openWriter = (file: string): Database => {
  assertNoFolder(file);
  const reported = readDamageReport(file);
  if (reported !== undefined) throw createDamagedError(file, reported);
  // Read models are rebuilt rather than migrated.
  const layout = readLayout(file) ?? 0;
  if (layout > 0 && layout < readSchema.version) removeDatabase(file);
  // SQLite would take a deleted file's leftovers for parts of the new one.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0)
    for (const ending of sidecarSuffixes) rmSync(`${file}${ending}`, { force: true });
  const pragmas = [`wal_autocheckpoint = ${logPages}`];
  return openDatabase({ file, synchronous: "NORMAL", schema: readSchema, check: true, pragmas });
};

/** The renamed file's suffix and the reason; undefined if a new file wouldn't help. */
const unusable = (error: unknown): { name: string; why: string } | undefined => {
  if (error instanceof FolderInPlace) return { name: "damaged", why: "was a folder" };
  if (error instanceof StoreDamaged) return { name: "damaged", why: `was damaged (${error.reason})` };
  if (error instanceof StoreUnreadable) return { name: "damaged", why: `could not be read (${error.reason})` };
  if (error instanceof StoreNewer) return { name: "newer", why: "was written by a newer version of Sheaf" };
  return undefined;
};

const openOrRecreate = (file: string, onQuarantined?: (what: QuarantinedFile) => void): Database => {
  try {
    return openWriter(file);
  } catch (error) {
    const found = unusable(error);
    if (!found) throw error;
    const aside = quarantineFile(file, found.name, new Date());
    onQuarantined?.({ file, aside, why: found.why });
    return openWriter(file);
  }
};

const writer = (file: string, onQuarantined?: (what: QuarantinedFile) => void): ReadConnection => {
  const db = openOrRecreate(file, onQuarantined);
  const orReport = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw reporting(file, error);
    });
  const watched: Database = {
    ...db,
    read: (work) => orReport(db.read(work)),
    write: (work) => orReport(db.write(work)),
  };
  return {
    query: (empty, read) => watched.read(() => orEmpty(empty, () => read(db))),
    writable: () => watched,
    close: () => db.close(),
  };
};

/**
 * True once the writer has made its tables.
 * @throws {StoreDamaged} the tables differ
 */
const isOurs = (db: Database): boolean => {
  try {
    if (Number(db.prepare("PRAGMA user_version").get()?.user_version) !== readSchema.version) return false;
    assertTables(db, db.file, readSchema.sql);
    return true;
  } catch (error) {
    db.close();
    throw toDamageError(db.file, error);
  }
};

const reader = (file: string): ReadConnection => {
  let open: { db: Database; inode: bigint } | undefined;
  let closed = false;
  const current = (): Database | undefined => {
    if (closed) throw new Error(`The read store ${file} is closed.`);
    // A damaged file counts as missing until its writer has set it aside.
    const inode =
      readDamageReport(file) !== undefined ? undefined : statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
    if (open && open.inode === inode) return open.db;
    open?.db.close();
    open = undefined;
    if (inode === undefined) return undefined;
    const db = openReadOnlyDatabase(file);
    if (!isOurs(db)) {
      db.close();
      return undefined;
    }
    open = { db, inode };
    return db;
  };
  return {
    async query(empty, read) {
      try {
        // Opened at each try: another query may have closed the file, and a new file is locked at first.
        return await retryUntilFree(file, performance.now(), () => {
          try {
            const db = current();
            return db ? orEmpty(empty, () => read(db)) : empty;
          } catch (error) {
            if (isBusy(error)) return Busy;
            throw error;
          }
        });
      } catch (error) {
        throw reporting(file, toDiskError(error, file) ?? toDamageError(file, error));
      }
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
