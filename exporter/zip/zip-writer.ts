import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { ByteSink } from "#application/writing/writer.ts";
import { blocksAhead, createBlockPacker, lastPiece } from "./block-packer.ts";
import {
  centralHeader,
  dataDescriptor,
  endOfCentralDirectory,
  localHeader,
  type ZipEntry,
  zipLimits,
} from "./zip-records.ts";

/** A ZIP file that is written as it comes: one part after the other, nothing held but a few blocks. */
export type ZipWriter = {
  /** Begins a part; the one before must have ended. */
  begin(name: string): Promise<void>;
  /**
   * Adds bytes to the part, which become one deflate block: where pieces end decides the bytes of the file, so they must end
   * by what they hold, never by time or arrival. The bytes of the last {@link blocksAhead} calls that resolved belong to the writer, until the part ends.
   */
  write(bytes: Uint8Array): Promise<void>;
  endPart(): Promise<void>;
  /** A part of one piece. */
  part(name: string, content: string): Promise<void>;
  /** A part of bytes that are packed already, as they are; less than 4 GiB. `sha256`: of them, hex; stands for them in the content hash. */
  stored(name: string, bytes: Uint8Array, sha256: string): Promise<void>;
  /** Ends the file; answers the SHA-256 (hex) of all parts before compression, with their names and sizes. */
  end(): Promise<{ contentHash: string }>;
};

/** A block that is being compressed. */
const begun = (packed: Promise<readonly Uint8Array[]>) => {
  const block = { packed, ended: false };
  const end = () => {
    block.ended = true;
  };
  // What fails is told when it is its turn; if nobody waited for it, an export that ends before would take the process with it.
  packed.then(end, end);
  return block;
};

/** `unpacked`: told of bytes before they are compressed; what it throws ends the file. */
export const createZipWriter = (
  sink: ByteSink,
  unpacked: (bytes: number) => void = () => undefined,
  limits = zipLimits,
): ZipWriter => {
  const hash = createHash("sha256");
  const entries: ZipEntry[] = [];
  let offset = 0;
  const packer = createBlockPacker();
  /** What the blocks become that are being compressed, in their order. */
  const packing: { packed: Promise<readonly Uint8Array[]>; ended: boolean }[] = [];
  let current: ZipEntry | undefined;

  const put = async (bytes: Uint8Array): Promise<void> => {
    offset += bytes.byteLength;
    await sink(bytes);
  };
  const open = () => {
    if (current === undefined) throw new Error("A part of a ZIP file must begin before it is written.");
    return current;
  };
  const putPacked = async (entry: ZipEntry, packed: readonly Uint8Array[]): Promise<void> => {
    for (const bytes of packed) {
      entry.compressed += bytes.byteLength;
      await put(bytes);
    }
  };
  /**
   * Down to `most` blocks that are not compressed yet. Those that are go at once: what waits for long is what the collector takes for something
   * that stays.
   */
  const putOldest = async (entry: ZipEntry, most: number): Promise<void> => {
    for (let [oldest] = packing; oldest !== undefined && (oldest.ended || packing.length > most); [oldest] = packing) {
      packing.shift();
      await putPacked(entry, await oldest.packed);
    }
  };

  const zip: ZipWriter = {
    async begin(name) {
      if (current !== undefined) throw new Error(`${current.name} must end before ${name} begins.`);
      current = { name, crc: 0, compressed: 0, uncompressed: 0, offset };
      hash.update(`${name}\n`);
      await put(localHeader(name));
    },
    async write(bytes) {
      const entry = open();
      unpacked(bytes.byteLength);
      packing.push(begun(packer.pack(bytes)));
      hash.update(bytes);
      entry.crc = crc32(bytes, entry.crc);
      entry.uncompressed += bytes.byteLength;
      // What other threads have done is told between two turns of the event loop alone.
      await nextTurn();
      await putOldest(entry, blocksAhead);
    },
    async endPart() {
      const entry = open();
      await putOldest(entry, 0);
      await putPacked(entry, [lastPiece]);
      await put(dataDescriptor(entry, limits));
      hash.update(`\n${entry.uncompressed}\n`);
      entries.push(entry);
      current = undefined;
    },
    async part(name, content) {
      await zip.begin(name);
      await zip.write(Buffer.from(content, "utf8"));
      await zip.endPart();
    },
    async stored(name, bytes, sha256) {
      if (current !== undefined) throw new Error(`${current.name} must end before ${name} begins.`);
      const size = bytes.byteLength;
      const entry: ZipEntry = { name, crc: crc32(bytes), compressed: size, uncompressed: size, offset, stored: true };
      unpacked(size);
      hash.update(`${name}\n${sha256}\n${size}\n`);
      entries.push(entry);
      await put(localHeader(name, entry));
      await put(bytes);
    },
    async end() {
      const start = offset;
      for (const written of entries) await put(centralHeader(written, limits));
      await put(endOfCentralDirectory({ entries: entries.length, size: offset - start, offset: start }, limits));
      packer.close();
      return { contentHash: hash.digest("hex") };
    },
  };
  return zip;
};
