import { readdirSync, statSync } from "node:fs";
import { access, constants, open, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import { StoreFull, StoreUnwritable } from "../ports/store-errors.ts";

/** Reserved for decisions: below this, no file is begun. */
export const minFreeBytes = 4 * 1024 * 1024;

/** Files of a first start (stores, key and so on), with a margin. */
const minFreeFiles = 32;

const fullCodes: readonly string[] = ["ENOSPC", "EDQUOT"];
const unwritableCodes: readonly string[] = ["EROFS", "EACCES", "EPERM", "EIO"];
const explanations: Readonly<Record<string, string>> = {
  EFBIG: "EFBIG: the limit on the size of a file is reached; raise it",
};

/** Maps a disk error; undefined for any other. */
export const toDiskError = (error: unknown, path: string): StoreUnwritable | undefined => {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === undefined) return undefined;
  if (fullCodes.includes(code)) return new StoreFull(path, { cause: error });
  const reason = unwritableCodes.includes(code) ? code : explanations[code];
  return reason === undefined ? undefined : new StoreUnwritable(path, reason, { cause: error });
};

/** @throws {StoreUnwritable} in place of the system's error */
export const withDiskErrors = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw toDiskError(error, path) ?? error;
  }
};

/** Free bytes, without root's reserve. */
export const readFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Writes nothing.
 * @throws {StoreUnwritable}
 */
export const assertFreeSpace = (folder: string): Promise<void> =>
  withDiskErrors(folder, async () => {
    if ((await readFreeBytes(folder)) < minFreeBytes) throw new StoreFull(folder);
    await access(folder, constants.W_OK);
  });

/**
 * Writes nothing: half a first start would leave stores behind. Some disks count no files, and report 0.
 * @throws {StoreUnwritable}
 */
export const assertFreeSpaceToStart = async (folder: string): Promise<void> => {
  await assertFreeSpace(folder);
  const { files, ffree } = await statfs(folder);
  if (files > 0 && ffree < minFreeFiles) {
    const cause = Object.assign(new Error(`${ffree} more files can be made`), { code: "ENOSPC", syscall: "open" });
    throw new StoreFull(folder, { cause });
  }
};

const probeBytes = Buffer.alloc(4_096);

/** Growth of a store until the next check. */
const growth = 1024 * 1024;

/** Size of the largest file in a folder, bytes. Synchronous: a thread per file would cost far more. */
const largestIn = (folder: string): number =>
  Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
  );

/**
 * Writes a page to a new file, extends it beyond all others there, and removes it. Only this reveals a quota, a failing
 * disk, a lack of inodes or a file size limit.
 * @throws {StoreUnwritable}
 */
export const assertWritableFolder = (folder: string): Promise<void> =>
  withDiskErrors(folder, async () => {
    const file = join(folder, ".probe");
    const length = largestIn(folder) + growth;
    try {
      const probe = await open(file, "w", 0o600);
      try {
        await probe.writeFile(probeBytes);
        await probe.truncate(length);
        await probe.sync();
      } finally {
        await probe.close();
      }
    } finally {
      await unlink(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
      });
    }
  });
