import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { lookThrough } from "#infra/sqlite/files/look-through.ts";
import { fileOf, reportedDamage } from "#infra/sqlite/files/set-aside.ts";
import { assertNoLink } from "#infra/sqlite/files/whose-file.ts";
import { readSchema } from "#infra/sqlite/read-models/read-schema.ts";
import { createSqliteReadStore } from "#infra/sqlite/read-models/read-store.ts";

/** @throws {StoreMisplaced} the folder of reports is a link that leads nowhere */
export const assertFilesLead = (dataDir: string): void => {
  const files = join(dataDir, "files");
  if (!statSync(files, { throwIfNoEntry: false })) assertNoLink(files);
};

/** Whether a data folder has files of reports. */
export const hasReports = (dataDir: string): boolean => {
  try {
    return readdirSync(join(dataDir, "files"), { withFileTypes: true }).some((entry) => entry.isFile());
  } catch (error) {
    // What else is in its place is found when it is used.
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
};

/** Whether read models have seen events. Those that cannot be read are nobody's first start either. */
const haveSeenEvents = async (file: string): Promise<boolean> => {
  // Then it reads as empty.
  if (reportedDamage(file) !== undefined) return true;
  const { kind } = lookThrough(file, readSchema, { quickly: true });
  if (kind !== "sound") return kind === "damaged";
  const readStore = createSqliteReadStore({ file, readOnly: true });
  try {
    return (await readStore.checkpoints()).size > 0;
  } finally {
    await readStore.close();
  }
};

/** What is in a data folder that only a Sheaf which had events can have left there; undefined when there is nothing. @throws {CannotLook} */
export const leftBehind = async (dataDir: string): Promise<string | undefined> => {
  const readModels = fileOf(dataDir, "read-models");
  if (await haveSeenEvents(readModels)) return readModels;
  return hasReports(dataDir) ? join(dataDir, "files") : undefined;
};
