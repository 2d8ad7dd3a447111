import { accessSync, constants, statfsSync } from "node:fs";
import { minFreeBytes } from "#infra/folder/disk.ts";
import { StoreFull, StoreUnreadable, StoreUnwritable } from "#infra/ports/store-errors.ts";
import { CannotCheckFile } from "#infra/sqlite/files/check-file.ts";
import { isLocked } from "#infra/sqlite/locks.ts";

/** Errors of the system or SQLite have a code. Others are bugs or a file's content. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && (("code" in error && "syscall" in error) || "errcode" in error);

const ownFaults: readonly unknown[] = [TypeError, RangeError, SyntaxError, ReferenceError];

/** Our own errors are sentences that say what to do. */
const isOperatorError = (error: unknown): error is Error =>
  error instanceof Error && !ownFaults.includes(error.constructor) && error.message.endsWith(".");

/** A disk with free space may lack inodes. Some file systems don't count them, and report 0. */
type DiskShortage = "room" | "files";

const noRoom = (where: string, lack: DiskShortage, then: string): string =>
  lack === "files"
    ? `The disk for ${where} has free space but no free inodes ('df -i' shows it). Remove some files, then ${then}.`
    : `The disk for ${where} has too little free space. Free some, then ${then}.`;

/** A full disk shows as other errors, such as `disk I/O error` when a file cannot grow. */
const findShortage = (folder: string): DiskShortage | undefined => {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    if (bavail * bsize < minFreeBytes) return "room";
    return files > 0 && ffree === 0 ? "files" : undefined;
  } catch {
    return undefined;
  }
};

/** True if a file couldn't be created; inodes may be free again by now. */
const isFileCreation = (error: StoreFull): boolean => {
  const { code, syscall } = (error.cause ?? {}) as NodeJS.ErrnoException;
  return code === "ENOSPC" && syscall === "open";
};

/** A read-only mount shows as other errors, such as a file that cannot be opened. */
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
 * Explains an error in a data folder: our own message as it is, a system error with a remedy. `then` says how to start
 * again. Undefined for other errors, which need their stack.
 */
export const explainError = (error: unknown, dataDir: string, then = "start Sheaf again"): string | undefined => {
  const lack = findShortage(dataDir);
  if (error instanceof StoreFull) return noRoom(error.where, lack ?? (isFileCreation(error) ? "files" : "room"), then);
  if (error instanceof StoreUnreadable) return unreadable(error.where, error.reason, then);
  if (isLocked(error))
    return `Another program keeps a file in ${dataDir} locked, a backup or a database viewer for example. Close that, then ${then}.`;
  if (error instanceof StoreUnwritable)
    return lack ? noRoom(dataDir, lack, then) : unwritable(error.where, error.reason, then);
  const known: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {};
  const { message = String(error), code, path = dataDir } = known;
  if (code === "ELOOP")
    return `DATA_DIR: ${path} can't be reached, as links lead in a circle (${message}). Correct or remove the link, then ${then}.`;
  if (isSystemError(error instanceof CannotCheckFile ? error.cause : error)) {
    if (lack) return noRoom(dataDir, lack, then);
    if (isReadOnly(dataDir)) return unwritable(dataDir, "its disk is read-only", then);
  }
  if (isOperatorError(error)) return error.message;
  if (!isSystemError(error)) return undefined;
  if (["EEXIST", "ENOTDIR"].includes(code ?? ""))
    return `DATA_DIR: in ${dataDir} a file stands where a folder is needed (${message}). Move it away.`;
  return `DATA_DIR: the stores in ${dataDir} cannot be used (${message}). Check that the folder and its files can be read and written and that the disk is not full.`;
};
