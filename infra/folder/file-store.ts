import { mkdirSync } from "node:fs";
import { mkdir, open, readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { assertFileKey } from "../ports/stores/file-keys.ts";
import { type FileStore, keysInPage, NoSuchFile } from "../ports/stores/file-store.ts";
import { assertFreeSpace, withDiskErrors } from "./disk.ts";
import { createFolderPart } from "./part.ts";

/**
 * Creates a store of files; makes the folder if absent. Unfinished files are in its subfolder `parts`: a rename
 * publishes them.
 */
export const createFolderFileStore = ({ folder }: { folder: string }): FileStore => {
  const parts = join(folder, "parts");
  mkdirSync(parts, { recursive: true });

  return {
    async assertFreeSpace() {
      await withDiskErrors(parts, () => mkdir(parts, { recursive: true }));
      await assertFreeSpace(parts);
    },
    async createPart(name) {
      assertFileKey(name);
      return withDiskErrors(parts, () =>
        createFolderPart({ folder, parts, name, pathOf: (key) => fileIn(folder, key) }),
      );
    },
    async size(key) {
      const found = await unlessMissing(stat(fileIn(folder, key)));
      return found?.size;
    },
    async open(key, range) {
      const handle = await unlessMissing(open(fileIn(folder, key), "r"));
      if (!handle) throw new NoSuchFile(`There is no file ${key}. It may have been removed.`);
      if (!(await handle.stat()).isFile()) {
        await handle.close();
        throw new Error(`${fileIn(folder, key)} is not a file. Move it away.`);
      }
      return handle.createReadStream(range && { start: range.start, end: range.end });
    },
    delete: (key) => remove(fileIn(folder, key)),
    async list({ after = "", limit = keysInPage } = {}) {
      const entries = await readdir(folder, { withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && entry.name > after)
        .map((entry) => entry.name)
        .sort()
        .slice(0, limit);
    },
    async listParts() {
      const names = await readdir(parts);
      const found = await Promise.all(
        names.map(async (name) => ({ name, stats: await unlessMissing(stat(join(parts, name))) })),
      );
      return found.flatMap(({ name, stats }) => (stats ? [{ name, modifiedAt: stats.mtime }] : []));
    },
    async deletePart(name) {
      assertFileKey(name);
      return remove(join(parts, name));
    },
  };
};

const fileIn = (folder: string, key: string): string => {
  assertFileKey(key);
  if (key.toLowerCase() === "parts")
    throw new RangeError(`"${key}" is kept for the folder of unfinished files. Choose another key.`);
  return join(folder, key);
};

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

const unlessMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const remove = async (file: string): Promise<boolean> => (await unlessMissing(unlink(file).then(() => true))) ?? false;
