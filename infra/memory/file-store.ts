import { Readable } from "node:stream";
import { assertFileKey } from "../ports/stores/file-keys.ts";
import { type FileStore, keysInPage, NoSuchFile } from "../ports/stores/file-store.ts";
import { createSeededRandom, delayRandomly } from "./irregularity.ts";

type Part = { chunks: Buffer[]; madeAt: Date };

/**
 * Creates a store that lives as long as the object. Streams come in small chunks and fail when their file is deleted.
 * Parts keep their creation time.
 */
export const createMemoryFileStore = (wall: () => Date = () => new Date()): FileStore => {
  const dice = createSeededRandom();
  const files = new Map<string, Buffer>();
  const parts = new Map<string, Part>();

  return {
    async assertFreeSpace() {},
    async createPart(name) {
      assertFileKey(name);
      await delayRandomly(dice);
      if (parts.has(name)) throw new Error(`Part ${name} exists already. Use a name of its own for each attempt.`);
      const part: Part = { chunks: [], madeAt: wall() };
      parts.set(name, part);
      let state: "open" | "published" | "discarded" = "open";
      const demandOpen = (): void => {
        if (state !== "open") throw new Error(`Part ${name} is ${state} already. Create a new part.`);
      };
      return {
        async write(bytes) {
          demandOpen();
          await delayRandomly(dice);
          part.chunks.push(Buffer.from(bytes));
        },
        async publish(key) {
          assertKey(key);
          demandOpen();
          await delayRandomly(dice);
          if (parts.get(name) !== part) throw new Error(`Part ${name} was deleted. Write it again.`);
          state = "published";
          files.set(key, Buffer.concat(part.chunks));
          parts.delete(name);
        },
        async discard() {
          if (state !== "open") return;
          state = "discarded";
          if (parts.get(name) === part) parts.delete(name);
        },
      };
    },
    async size(key) {
      assertKey(key);
      await delayRandomly(dice);
      return files.get(key)?.byteLength;
    },
    async open(key, range) {
      assertKey(key);
      await delayRandomly(dice);
      const bytes = files.get(key);
      if (!bytes) throw new NoSuchFile(`There is no file ${key}. It may have been removed.`);
      const wanted = range ? bytes.subarray(range.start, range.end + 1) : bytes;
      return Readable.from(
        pieces(wanted, () => {
          if (files.get(key) !== bytes) throw new Error(`File ${key} was removed while it was read.`);
        }),
        { objectMode: false },
      );
    },
    async delete(key) {
      assertKey(key);
      return files.delete(key);
    },
    async list({ after = "", limit = keysInPage } = {}) {
      await delayRandomly(dice);
      const later = [...files.keys()].filter((key) => key > after);
      return later.sort().slice(0, limit);
    },
    async listParts() {
      return [...parts].map(([name, { madeAt }]) => ({ name, modifiedAt: madeAt }));
    },
    async deletePart(name) {
      assertFileKey(name);
      return parts.delete(name);
    },
  };
};

function* pieces(bytes: Buffer, assertThere: () => void): Generator<Buffer> {
  for (let start = 0; start < bytes.byteLength; start += 1_000) {
    assertThere();
    yield bytes.subarray(start, start + 1_000);
  }
}

const assertKey = (key: string): void => {
  assertFileKey(key);
  if (key.toLowerCase() === "parts") throw new RangeError(`"${key}" is kept for unfinished files. Choose another key.`);
};
