import { existsSync, renameSync, statfsSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { failpoint } from "#application/process/failpoint.ts";
import { syncFolder } from "#infra/folder/sync-folder.ts";
import type { Schema } from "#infra/sqlite/database.ts";
import { CannotCheckFile } from "#infra/sqlite/files/check-file.ts";
import { quarantineFile, removeDatabase } from "#infra/sqlite/files/quarantine.ts";
import { writeTemporaryDatabase } from "#infra/sqlite/files/temporary-file.ts";

/** Path of an unfinished salvage. One that a killed repair left is useless. */
export const getDraftPath = (file: string): string => `${file}.mending`;
/** Path of the complete, synced salvage. */
export const getSalvagePath = (file: string): string => `${file}.mended`;

const marginBytes = 4 * 1024 * 1024;

const noRoom = (file: string): CannotCheckFile =>
  new CannotCheckFile(
    `The disk has too little space to save what can be read of ${file}: that needs as much space again. Free some, then run the repair again. Nothing was changed.`,
  );

const assertRoom = (file: string): void => {
  const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize < sizeOf(file) + sizeOf(`${file}-wal`) + marginBytes) throw noRoom(file);
};

/**
 * Salvages a damaged file into a draft beside it.
 * @throws {CannotCheckFile} the disk has no room for it
 */
export const salvageToDraft = <T>(file: string, schema: Schema, fill: (target: DatabaseSync) => T): T => {
  for (const left of [getDraftPath(file), getSalvagePath(file)]) removeDatabase(left);
  assertRoom(file);
  try {
    return writeTemporaryDatabase(getDraftPath(file), schema, fill);
  } catch (error) {
    removeDatabase(getDraftPath(file));
    if (error instanceof Error && "errcode" in error && error.errcode === 13) throw noRoom(file);
    throw error;
  }
};

/**
 * Replaces the damaged file with its draft, which is then complete. If the process is killed meanwhile, either the
 * damaged file is still in place or the complete salvage is (see {@link isHalfReplaced}). Returns the damaged file's
 * new path.
 */
export const replaceWithDraft = (file: string, now: Date): string => {
  failpoint(`repair:drafted-${basename(file)}`);
  renameSync(getDraftPath(file), getSalvagePath(file));
  syncFolder(dirname(file));
  failpoint(`repair:whole-${basename(file)}`);
  return finishReplacement(file, now);
};

/** Finishes a killed repair's replacement. */
export const finishReplacement = (file: string, now: Date): string => {
  const aside = quarantineFile(file, "damaged", now);
  syncFolder(dirname(file));
  failpoint(`repair:aside-${basename(file)}`);
  renameSync(getSalvagePath(file), file);
  syncFolder(dirname(file));
  failpoint(`repair:replaced-${basename(file)}`);
  return aside;
};

/** True if a repair was killed between the two renames. */
export const isHalfReplaced = (file: string): boolean => !existsSync(file) && existsSync(getSalvagePath(file));
