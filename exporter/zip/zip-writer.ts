import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import type { ByteSink } from "../writer.ts";
import { centralHeader, dataDescriptor, endOfCentralDirectory, localHeader, type ZipEntry } from "./zip-records.ts";

/** A ZIP file that is written as it comes: one part after the other, nothing held but one block. */
export type ZipWriter = {
  /** Begins a part; the one before must have ended. */
  begin(name: string): Promise<void>;
  /**
   * Adds bytes to the part, which become one deflate block: where pieces end decides the bytes of the file, so they must end
   * by what they hold, never by time or arrival. The bytes belong to the writer until the next call of it resolves.
   */
  write(bytes: Uint8Array): Promise<void>;
  endPart(): Promise<void>;
  /** A part of one piece. */
  part(name: string, content: string): Promise<void>;
  /** Ends the file; answers the SHA-256 (hex) of all parts before compression, with their names and sizes. */
  end(): Promise<{ contentHash: string }>;
};

/** The cheapest: a file is made once and fetched once (docs/adr/0008-own-excel-writer.md). */
const level = 1;
const deflate = promisify(deflateRaw);
/** Room for a whole packed block, so that it comes back from the other thread in one piece: each further one is a turn of the event loop. */
const chunkSize = 64 * 1024;
/** Blocks end on a whole byte, so they can be made apart from each other and put together. */
const inner = { level, chunkSize, finishFlush: constants.Z_SYNC_FLUSH };
const last = { level, finishFlush: constants.Z_FINISH };

/** `unpacked`: told of bytes before they are compressed; what it throws ends the file. */
export const createZipWriter = (sink: ByteSink, unpacked: (bytes: number) => void = () => undefined): ZipWriter => {
  const hash = createHash("sha256");
  const entries: ZipEntry[] = [];
  let offset = 0;
  let current: ZipEntry | undefined;
  /** Compressed on another thread while the next block is being written. */
  let block: Promise<Buffer> | undefined;

  const put = async (bytes: Uint8Array): Promise<void> => {
    offset += bytes.byteLength;
    await sink(bytes);
  };
  const entry = (): ZipEntry => {
    if (current === undefined) throw new Error("A part of a ZIP file must begin before it is written.");
    return current;
  };
  const takeBlock = async (): Promise<void> => {
    if (block === undefined) return;
    const bytes = await block;
    block = undefined;
    entry().compressed += bytes.byteLength;
    await put(bytes);
  };
  const giveBlock = (bytes: Uint8Array, options: typeof last): void => {
    block = deflate(bytes, options);
    // Told when it is taken; without this, an export that ends before would take the process with it.
    block.catch(() => undefined);
  };

  const zip: ZipWriter = {
    async begin(name) {
      if (current !== undefined) throw new Error(`${current.name} must end before ${name} begins.`);
      current = { name, crc: 0, compressed: 0, uncompressed: 0, offset };
      hash.update(`${name}\n`);
      await put(localHeader(name));
    },
    async write(bytes) {
      const part = entry();
      unpacked(bytes.byteLength);
      hash.update(bytes);
      part.crc = crc32(bytes, part.crc);
      part.uncompressed += bytes.byteLength;
      await takeBlock();
      giveBlock(bytes, inner);
    },
    async endPart() {
      const part = entry();
      await takeBlock();
      giveBlock(new Uint8Array(0), last);
      await takeBlock();
      await put(dataDescriptor(part));
      hash.update(`\n${part.uncompressed}\n`);
      entries.push(part);
      current = undefined;
    },
    async part(name, content) {
      await zip.begin(name);
      await zip.write(Buffer.from(content, "utf8"));
      await zip.endPart();
    },
    async end() {
      const start = offset;
      for (const written of entries) await put(centralHeader(written));
      await put(endOfCentralDirectory({ entries: entries.length, size: offset - start, offset: start }));
      return { contentHash: hash.digest("hex") };
    },
  };
  return zip;
};
