import { Readable } from "node:stream";
import { StoreFull } from "../../ports/store-errors.ts";
import { assertFileKey } from "../../ports/stores/file-keys.ts";
import { type FileStore, keysInPage, NoSuchFile } from "../../ports/stores/file-store.ts";
import type { Mongo } from "../client.ts";
import { deleteAllRetired, type FileDocument, openFiles, retire } from "./file-store-documents.ts";
import { createGridPart } from "./file-store-part.ts";
import { readBytes } from "./file-store-reading.ts";

/** Reserved for decisions: with less free, no file is begun. */
const minFreeBytes = 64 * 1024 * 1024;

const assertKey = (key: string): void => {
  assertFileKey(key);
  if (key.toLowerCase() === "parts") throw new RangeError(`"${key}" is kept for unfinished files. Choose another key.`);
};

/** GridFS (bucket `files`). Parts are documents that no key finds. */
export const createMongoFileStore = async (mongo: Mongo): Promise<FileStore> => {
  const files = await openFiles(mongo);
  const { documents } = files;
  /** Finds a key's files, the newest first; older ones are about to be deleted. */
  const ofKey = (key: string) =>
    documents.find({ filename: key, "metadata.state": "file" }, mongo.bounded).sort({ uploadDate: -1, _id: -1 });
  const newestOf = async (key: string): Promise<FileDocument | undefined> => {
    assertKey(key);
    await mongo.confirmPrimary();
    const [newest] = await mongo.call(() => ofKey(key).limit(1).toArray());
    return newest;
  };

  return {
    async assertFreeSpace() {
      const { fsTotalSize, fsUsedSize } = await mongo.call(() => mongo.db.command({ dbStats: 1 }));
      // Not every server reports its disk.
      if (typeof fsTotalSize !== "number" || typeof fsUsedSize !== "number") return;
      if (fsTotalSize - fsUsedSize < minFreeBytes) throw new StoreFull(mongo.server);
    },
    async createPart(name) {
      assertFileKey(name);
      return createGridPart(files, name, assertKey);
    },
    size: async (key) => (await newestOf(key))?.length,
    async open(key, range) {
      const file = await newestOf(key);
      if (!file) throw new NoSuchFile(`There is no file ${key}. It may have been removed.`);
      const end = Math.min(range?.end ?? file.length - 1, file.length - 1);
      return Readable.from(readBytes(files, file, { start: range?.start ?? 0, end }), { objectMode: false });
    },
    async delete(key) {
      assertKey(key);
      await mongo.confirmPrimary();
      const all = await mongo.call(() => ofKey(key).toArray());
      let isGone = false;
      // The oldest goes first: otherwise an older file would become the newest.
      for (const file of all.toReversed()) isGone = await retire(files, file, "file");
      return isGone;
    },
    async list({ after = "", limit = keysInPage } = {}) {
      const keys = new Set<string>();
      await mongo.confirmPrimary();
      for (let lastKey = after; keys.size < limit; ) {
        const filter = { "metadata.state": "file" as const, filename: { $gt: lastKey } };
        const page = await mongo.call(() =>
          documents
            .find(filter, mongo.bounded)
            .sort({ filename: 1 })
            .limit(limit)
            .project<Pick<FileDocument, "filename">>({ filename: 1 })
            .toArray(),
        );
        // A file being replaced may be listed twice.
        for (const { filename } of page) if (keys.size < limit) keys.add(filename);
        if (page.length < limit) break;
        lastKey = page.at(-1)?.filename ?? lastKey;
      }
      return [...keys];
    },
    async listParts() {
      await files.runBestEffort(() => deleteAllRetired(files));
      const parts = await mongo.call(() => documents.find({ "metadata.state": "part" }, mongo.bounded).toArray());
      return parts.map(({ metadata, uploadDate }) => ({ name: metadata.part, modifiedAt: uploadDate }));
    },
    async deletePart(name) {
      assertFileKey(name);
      const part = await mongo.call(() =>
        documents.findOne({ "metadata.part": name, "metadata.state": "part" }, mongo.bounded),
      );
      return part !== null && (await retire(files, part, "part"));
    },
  };
};
