import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkFile } from "#infra/sqlite/files/check-file.ts";
import { getDatabasePath, readDamageReport } from "#infra/sqlite/files/quarantine.ts";
import { assertNoLink } from "#infra/sqlite/files/store-identity.ts";
import { readSchema } from "#infra/sqlite/read-models/read-schema.ts";
import { createSqliteReadStore } from "#infra/sqlite/read-models/read-store.ts";

/** @throws {StoreMisplaced} the reports folder is a dangling link */
export const assertReportsLinkResolves = (dataDir: string): void => {
  const files = join(dataDir, "files");
  if (!statSync(files, { throwIfNoEntry: false })) assertNoLink(files);
};

export const hasReports = (dataDir: string): boolean => {
  try {
    return readdirSync(join(dataDir, "files"), { withFileTypes: true }).some((entry) => entry.isFile());
  } catch (error) {
    // Anything else in its place is reported on use.
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
};

/** Unreadable read models count: they aren't from a first start. */
const hasProjectedEvents = async (file: string): Promise<boolean> => {
  // SQLite opens a file with a damage report as empty.
  if (readDamageReport(file) !== undefined) return true;
  const { kind } = checkFile(file, readSchema, { quickly: true });
  if (kind !== "sound") return kind === "damaged";
  const readStore = createSqliteReadStore({ file, readOnly: true });
  try {
    return (await readStore.checkpoints()).size > 0;
  } finally {
    await readStore.close();
  }
};

/**
 * Path of something in the folder that only an earlier run with events can have left.
 * @throws {CannotCheckFile}
 */
export const findLeftovers = async (dataDir: string): Promise<string | undefined> => {
  const readModels = getDatabasePath(dataDir, "read-models");
  if (await hasProjectedEvents(readModels)) return readModels;
  return hasReports(dataDir) ? join(dataDir, "files") : undefined;
};
