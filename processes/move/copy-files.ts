import { createHash } from "node:crypto";
import { listAllFiles } from "#application/exports/list-all-files.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import type { Digest } from "./copy-rows.ts";

const hashOf = async (files: FileStore, key: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const bytes of await files.open(key)) hash.update(bytes as Uint8Array);
  return hash.digest("hex");
};

const isThere = async (from: FileStore, to: FileStore, key: string): Promise<boolean> =>
  (await to.size(key)) === (await from.size(key)) && (await hashOf(to, key)) === (await hashOf(from, key));

/**
 * Copies a file. First deletes an interrupted run's part, which would block a new one.
 * @throws {NoSuchFile} the file was removed
 */
export const copyFile = async (from: FileStore, to: FileStore, key: string): Promise<void> => {
  const name = `moved.${key}`;
  await to.deletePart(name);
  const part = await to.createPart(name);
  try {
    for await (const bytes of await from.open(key)) await part.write(bytes as Uint8Array);
    await part.publish(key);
  } catch (error) {
    await part.discard();
    throw error;
  }
};

/** Makes the files of `to` equal to those of `from`. Skips unfinished files: their writers make them again. */
export const copyFiles = async (from: FileStore, to: FileStore) => {
  const counts = { written: 0, removed: 0 };
  for await (const key of listAllFiles(from)) {
    if (await isThere(from, to, key)) continue;
    await copyFile(from, to, key);
    counts.written += 1;
  }
  for await (const key of listAllFiles(to)) {
    if ((await from.size(key)) !== undefined) continue;
    await to.delete(key);
    counts.removed += 1;
  }
  return counts;
};

/** Hashes all files, in key order. */
export const digestOfFiles = async (files: FileStore): Promise<Digest> => {
  const hash = createHash("sha256");
  let count = 0;
  for await (const key of listAllFiles(files)) {
    hash.update(`${key} ${await files.size(key)} ${await hashOf(files, key)}\n`);
    count += 1;
  }
  return { count, sha256: hash.digest("hex") };
};
