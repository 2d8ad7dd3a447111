import { readdirSync, statSync } from "node:fs";
import { access, constants, open, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import { StoreFull, StoreUnwritable } from "../ports/busy.ts";

/** With less free than this no file is begun: what is left is for decisions, bytes. */
export const leastRoom = 4 * 1024 * 1024;

/** What the stores, the key and the files of a first start take, with room to spare. */
const leastFiles = 32;

const fullCodes: readonly string[] = ["ENOSPC", "EDQUOT"];
const unwritableCodes: readonly string[] = ["EROFS", "EACCES", "EPERM", "EIO"];
/** The same to whoever writes, but what helps is not plain from it. */
const inWords: Readonly<Record<string, string>> = {
  EFBIG: "EFBIG: the limit on the size of a file is reached; raise it",
};

/** A disk that takes no writes, told as ours; undefined for every other error. */
export const diskTrouble = (error: unknown, path: string): StoreUnwritable | undefined => {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === undefined) return undefined;
  if (fullCodes.includes(code)) return new StoreFull(path, { cause: error });
  const reason = unwritableCodes.includes(code) ? code : inWords[code];
  return reason === undefined ? undefined : new StoreUnwritable(path, reason, { cause: error });
};

/** Does work that writes below a path. @throws {StoreUnwritable} in place of what the system says */
export const orDiskTrouble = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw diskTrouble(error, path) ?? error;
  }
};

/** Bytes that may still be written where a folder is. */
export const freeRoom = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Looks, without writing, whether a folder may take a file. @throws {StoreUnwritable} */
export const assertRoom = (folder: string): Promise<void> =>
  orDiskTrouble(folder, async () => {
    if ((await freeRoom(folder)) < leastRoom) throw new StoreFull(folder);
    await access(folder, constants.W_OK);
  });

/**
 * Looks, without writing, whether a folder may take all that a first start makes: one that ends half-way would leave stores behind.
 * A disk that does not count its files says that it has 0.
 * @throws {StoreUnwritable}
 */
export const assertRoomToBegin = async (folder: string): Promise<void> => {
  await assertRoom(folder);
  const { files, ffree } = await statfs(folder);
  if (files > 0 && ffree < leastFiles) {
    const cause = Object.assign(new Error(`${ffree} more files can be made`), { code: "ENOSPC", syscall: "open" });
    throw new StoreFull(folder, { cause });
  }
};

const probeBytes = Buffer.alloc(4_096);

/** What a store may grow by before the next look, bytes. */
const growth = 1024 * 1024;

/** Bytes of the largest file that stands in a folder itself, as the stores do. Synchronous: a thread for each file would cost far more. */
const largestIn = (folder: string): number =>
  Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
  );

/**
 * Writes a page to a new file, makes it longer than any other there, without content that would take room, and removes it: a quota, a disk that
 * fails, one that takes no more files, or a limit on the size of a file shows only then. @throws {StoreUnwritable}
 */
export const assertTakesFile = (folder: string): Promise<void> =>
  orDiskTrouble(folder, async () => {
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
