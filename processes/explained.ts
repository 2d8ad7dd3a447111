import { accessSync, constants, statfsSync } from "node:fs";
import { leastRoom } from "#infra/folder/disk.ts";
import { StoreFull, StoreUnreadable, StoreUnwritable } from "#infra/ports/busy.ts";
import { CannotLook } from "#infra/sqlite/files/look-through.ts";
import { isLocked } from "#infra/sqlite/locks.ts";

/** What the system or SQLite refuses has a code; an error that has none is a fault of our own, or what a file holds. */
const isSystems = (error: unknown): boolean =>
  error instanceof Error && (("code" in error && "syscall" in error) || "errcode" in error);

const ownFaults: readonly unknown[] = [TypeError, RangeError, SyntaxError, ReferenceError];

/** Our own errors are sentences that say what to do. */
const isSentence = (error: unknown): error is Error =>
  error instanceof Error && !ownFaults.includes(error.constructor) && error.message.endsWith(".");

/** A disk may have room and take no file: it counts them. One that does not count them says that it has 0. */
type Lack = "room" | "files";

const noRoom = (where: string, lack: Lack, then: string): string =>
  lack === "files"
    ? `The disk has room but no inodes left for ${where} ('df -i' shows it). Remove some files, then ${then}.`
    : `There is no room left on the disk for ${where}. Free some space, then ${then}.`;

/** A full disk is met in other words, too, as `disk I/O error` of a file that cannot grow. */
const lackOf = (folder: string): Lack | undefined => {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    if (bavail * bsize < leastRoom) return "room";
    return files > 0 && ffree === 0 ? "files" : undefined;
  } catch {
    // What is wrong is told by the error itself.
    return undefined;
  }
};

/** A file could not even be made, into which nothing was written yet. By now others may have been removed. */
const isOfMaking = (error: StoreFull): boolean => {
  const { code, syscall } = (error.cause ?? {}) as NodeJS.ErrnoException;
  return code === "ENOSPC" && syscall === "open";
};

/** A disk that is mounted read-only is met in other words, too, as a file that cannot be opened. */
const isReadOnly = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EROFS";
  }
};

const unwritable = (where: string, reason: string, then: string): string =>
  `${where} cannot be written (${reason}). Check that its disk is mounted for writing and that Sheaf may write there, then ${then}.`;

const unreadable = (where: string, reason: string, then: string): string =>
  `The disk gave an error when ${where} was read (${reason}). Nothing says that the file is damaged, and Sheaf does not repair what it cannot read. Check the disk and its connection, then ${then}. If the error stays, put a backup on another disk.`;

/**
 * The sentence for whoever runs the installation about an error met in a data folder: ours as it is, the system's with what to do;
 * `then` is how to begin again. Undefined of any other, which nobody can do anything about without its stack.
 */
export const explained = (error: unknown, dataDir: string, then = "start Sheaf again"): string | undefined => {
  const lack = lackOf(dataDir);
  if (error instanceof StoreFull) return noRoom(error.where, lack ?? (isOfMaking(error) ? "files" : "room"), then);
  if (error instanceof StoreUnreadable) return unreadable(error.where, error.reason, then);
  if (isLocked(error))
    return `Another program keeps a file in ${dataDir} locked, a backup or a database viewer for example. Close that, then ${then}.`;
  if (error instanceof StoreUnwritable)
    return lack ? noRoom(dataDir, lack, then) : unwritable(error.where, error.reason, then);
  const known: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {};
  const { message = String(error), code, path = dataDir } = known;
  if (code === "ELOOP")
    return `DATA_DIR: ${path} can't be reached, as links lead in a circle (${message}). Correct or remove the link, then ${then}.`;
  if (isSystems(error instanceof CannotLook ? error.cause : error)) {
    if (lack) return noRoom(dataDir, lack, then);
    if (isReadOnly(dataDir)) return unwritable(dataDir, "its disk is read-only", then);
  }
  if (isSentence(error)) return error.message;
  if (!isSystems(error)) return undefined;
  if (["EEXIST", "ENOTDIR"].includes(code ?? ""))
    return `DATA_DIR: in ${dataDir} a file stands where a folder is needed (${message}). Move it away.`;
  return `DATA_DIR: the stores in ${dataDir} cannot be used (${message}). Check that the folder and its files can be read and written and that the disk is not full.`;
};
