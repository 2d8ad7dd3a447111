import { createHash } from "node:crypto";
import type { FileDocument, Files } from "./file-store-documents.ts";

const damagedFileError = async (
  { mongo, documents }: Files,
  { _id, filename }: FileDocument,
  what: string,
): Promise<Error> => {
  const stands = await mongo.call(() => documents.findOne({ _id, "metadata.state": "file" }, mongo.bounded));
  return stands
    ? new Error(
        `File ${filename} is damaged in ${mongo.server}: ${what}. Restore it from a backup, or have it made again.`,
      )
    : new Error(`File ${filename} was removed while it was read.`);
};

/** @throws the chunk is missing, or has the wrong length */
const chunkOf = async (files: Files, file: FileDocument, n: number): Promise<Buffer> => {
  const expected = Math.min(file.chunkSize, file.length - n * file.chunkSize);
  const chunk = await files.mongo.call(() =>
    files.chunks.findOne({ files_id: file._id, n }, { ...files.mongo.bounded, projection: { data: 1 } }),
  );
  if (!chunk) throw await damagedFileError(files, file, `its chunk ${n} is missing`);
  const { buffer, byteOffset, byteLength } = chunk.data.value();
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  if (bytes.byteLength !== expected)
    throw await damagedFileError(files, file, `its chunk ${n} has ${bytes.byteLength} bytes instead of ${expected}`);
  return bytes;
};

/**
 * Reads [start, end], end included, from the chunks that hold these bytes; prefetches the next chunk. Compares a whole
 * file's checksum before its last bytes.
 * @throws before its end, if a chunk is missing, short or wrong
 */
export async function* readBytes(
  files: Files,
  file: FileDocument,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const { chunkSize, length, metadata } = file;
  if (end < start) return;
  const [first, last] = [Math.floor(start / chunkSize), Math.floor(end / chunkSize)];
  const hash = start === 0 && end === length - 1 ? createHash("sha256") : undefined;
  const ask = (n: number): Promise<Buffer> => {
    const asked = chunkOf(files, file, n);
    // The reader may stop before awaiting it.
    asked.catch(() => undefined);
    return asked;
  };
  let next = ask(first);
  for (let n = first; n <= last; n += 1) {
    const chunk = await next;
    if (n < last) next = ask(n + 1);
    hash?.update(chunk);
    if (n === last && hash && hash.digest("hex") !== metadata.sha256)
      throw await damagedFileError(files, file, "it is not what was written");
    yield chunk.subarray(Math.max(0, start - n * chunkSize), end - n * chunkSize + 1);
  }
}
