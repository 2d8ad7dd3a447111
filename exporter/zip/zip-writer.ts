import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { ByteSink } from "../writer.ts";
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
  /** Ends the file; answers the SHA-256 (hex) of all parts before compression, with their names and sizes. */
  end(): Promise<{ contentHash: string }>;
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
  const packing: Promise<readonly Uint8Array[]>[] = [];
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
  const putOldest = async (entry: ZipEntry): Promise<void> => putPacked(entry, (await packing.shift()) ?? []);

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
      const packed = packer.pack(bytes);
      // Told when it is its turn; without this, an export that ends before would take the process with it.
      packed.catch(() => undefined);
      packing.push(packed);
      hash.update(bytes);
      entry.crc = crc32(bytes, entry.crc);
      entry.uncompressed += bytes.byteLength;
      while (packing.length > blocksAhead) await putOldest(entry);
    },
    async endPart() {
      const entry = open();
      while (packing.length > 0) await putOldest(entry);
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
