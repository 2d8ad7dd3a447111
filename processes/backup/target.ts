import { lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { minFreeBytes, toDiskError } from "#infra/folder/disk.ts";
import { syncFolder } from "#infra/folder/sync-folder.ts";
import { StoreFull } from "#infra/ports/store-errors.ts";

/** Thrown when no backup is possible, or none to this target. The message says what to do. */
export class CannotBackUp extends Error {
  override name = "CannotBackUp";
}

const getErrorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Makes an error blame the target, not the data folder. */
const asTargetError = (error: unknown, parent: string): unknown =>
  getErrorCode(error) === "EACCES" || getErrorCode(error) === "EPERM"
    ? new CannotBackUp(
        `The user that runs the backup may not write to ${parent} (${getErrorCode(error)}). Name a folder that this user may write to. Nothing was changed.`,
      )
    : error;

/** @throws {CannotBackUp} there is no parent folder, or it can't be reached */
const realParentOf = (target: string): string => {
  const parent = dirname(target);
  try {
    if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory())
      throw new CannotBackUp(`There is no folder ${parent}. Make it, or mount its disk, then run the backup again.`);
    return realpathSync(parent);
  } catch (error) {
    throw asTargetError(error, parent);
  }
};

const assertEmpty = (target: string): void => {
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory())
    throw new CannotBackUp(`${target} is not a folder. Name a new folder for each backup. Nothing was changed.`);
  if (readdirSync(target).length > 0)
    throw new CannotBackUp(`${target} is not empty. Name a new folder for each backup. Nothing was changed.`);
};

/** @throws {StoreFull} too little space for the bytes and Sheaf's reserve */
const assertRoomFor = (bytes: number, parent: string, target: string): void => {
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < bytes + minFreeBytes) throw new StoreFull(target);
};

/** A folder that becomes the backup once complete. */
export type Draft = {
  folder: string;
  /** Gives the folder its final name, atomically. */
  publish(): void;
  discard(): void;
};

/**
 * Begins a backup beside the named folder, which must be absent or empty.
 * @throws {CannotBackUp} the folder has content or lies within the data folder, or another backup to it is under way
 * @throws {StoreUnwritable} its disk is full or not writable
 */
export const beginDraft = (given: string, dataDir: string, bytes: number): Draft => {
  const target = resolve(given);
  const parent = realParentOf(target);
  const [real, data] = [join(parent, basename(target)), realpathSync(dataDir)];
  if (real === data || real.startsWith(data + sep))
    throw new CannotBackUp(
      `${target} lies within ${dataDir}, which it is to save. Name a folder elsewhere, on another disk if you can.`,
    );
  assertEmpty(target);
  assertRoomFor(bytes, parent, target);
  const folder = `${real}.unfinished`;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (getErrorCode(error) === "EEXIST")
      throw new CannotBackUp(
        `${folder} exists: another backup is running, or one was killed. If none is running, delete it and run the backup again.`,
      );
    const refused = asTargetError(error, parent);
    throw refused instanceof CannotBackUp ? refused : (toDiskError(error, parent) ?? error);
  }
  return {
    folder,
    publish() {
      syncFolder(folder);
      try {
        renameSync(folder, real);
      } catch (error) {
        if (getErrorCode(error) === "EBUSY" || getErrorCode(error) === "EXDEV")
          throw new CannotBackUp(`${target} is a disk of its own. Name a new folder on it.`);
        if (getErrorCode(error) === "ENOTEMPTY" || getErrorCode(error) === "EEXIST") assertEmpty(target);
        throw toDiskError(error, target) ?? error;
      }
      syncFolder(parent);
    },
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
};
