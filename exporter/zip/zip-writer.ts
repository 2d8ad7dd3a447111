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

/** Writes a ZIP file as a stream, with few blocks in memory. */
export type ZipWriter = {
  begin(name: string): Promise<void>;
  /**
   * Adds one deflate block. Block ends decide the file's bytes, so split by content, never by time. The writer owns the
   * bytes of the last {@link blocksAhead} resolved calls until the part ends.
   */
  write(bytes: Uint8Array): Promise<void>;
  endPart(): Promise<void>;
  part(name: string, content: string): Promise<void>;
  /** Stores compressed bytes, less than 4 GiB, as a part. `sha256`: hex, for the content hash. */
  stored(name: string, bytes: Uint8Array, sha256: string): Promise<void>;
  /** Returns the SHA-256 (hex) of all parts before compression, with names and sizes. */
  end(): Promise<{ contentHash: string }>;
};

const trackPacking = (packed: Promise<readonly Uint8Array[]>) => {
  const block = { packed, ended: false };
  const end = () => {
    block.ended = true;
  };
  // Reported in its turn. Without this handler, an export that ends earlier would crash the process.
  packed.then(end, end);
  return block;
};

/** `unpacked` receives bytes before compression; an error from it ends the file. */
export const createZipWriter = (
  sink: ByteSink,
  unpacked: (bytes: number) => void = () => undefined,
  limits = zipLimits,
): ZipWriter => {
  const hash = createHash("sha256");
  const entries: ZipEntry[] = [];
  let offset = 0;
  const packer = createBlockPacker();
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
   * Writes the oldest blocks until at most `maxPending` are unfinished, and finished ones at once: garbage collection
   * would promote waiting ones.
   */
  const putOldest = async (entry: ZipEntry, maxPending: number): Promise<void> => {
    for (
      let [oldest] = packing;
      oldest !== undefined && (oldest.ended || packing.length > maxPending);
      [oldest] = packing
    ) {
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
      packing.push(trackPacking(packer.pack(bytes)));
      hash.update(bytes);
      entry.crc = crc32(bytes, entry.crc);
      entry.uncompressed += bytes.byteLength;
      // Other threads' results arrive between turns of the event loop.
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
