import type { FileStore } from "#infra/ports/stores/file-store.ts";

/** More than two of GridFS's chunks, the last one short. */
export const twoAndAHalf = Buffer.from(
  Array.from({ length: 2.5 * 255 * 1024 }, (_, n) => (n * 7 + Math.floor(n / 255)) % 251),
);

export const contentOf = async (
  files: FileStore,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of await files.open(key, range)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
};

export const publish = async (files: FileStore, key: string, bytes: Uint8Array): Promise<void> => {
  const part = await files.createPart(`${key}.part`);
  await part.write(bytes);
  await part.publish(key);
};

/** Compares bytes. Printing a difference of this size would take minutes. */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;
