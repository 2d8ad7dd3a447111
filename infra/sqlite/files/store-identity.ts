import { lstatSync, readlinkSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** The file is another store than its name says, or a dangling link. */
export class StoreMisplaced extends Error {
  override name = "StoreMisplaced";
}

/** A table of each store that no other has, in every version. */
const identityTables = { events: "events.db", state: "state.db", checkpoints: "read-models.db" } as const;

export type StoreName = (typeof identityTables)[keyof typeof identityTables];

/**
 * Ensures that a file holds the store `own`. Call before checking the version: each store counts its own.
 * @throws {StoreMisplaced} it is another store than `own`
 */
export const assertStoreIdentity = (db: Pick<DatabaseSync, "prepare">, file: string, own: StoreName): void => {
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  const found = Object.entries(identityTables).flatMap(([table, name]) => (isThere.get(table) ? [name] : []));
  const [other] = found;
  if (other !== undefined && !found.includes(own))
    throw new StoreMisplaced(
      `${file} holds what belongs in ${other}: the files were mixed up. Give each its own name again. Nothing was changed.`,
    );
};

/** @throws {StoreMisplaced} a dangling link, as to an unmounted disk */
export const assertNoLink = (file: string): void => {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new StoreMisplaced(
    `${file} is a link that leads nowhere: ${readlinkSync(file)} is not there. Mount the disk that it is on, or correct the link. Nothing was changed.`,
  );
};
