import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { ByteSink } from "../writer.ts";
import { createPartDeflater, type PartDeflater } from "./part-deflater.ts";
import {
  centralHeader,
  dataDescriptor,
  endOfCentralDirectory,
  localHeader,
  type ZipEntry,
  zipLimits,
} from "./zip-records.ts";

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
  /** A part of bytes that are packed already, as they are; less than 4 GiB. */
  stored(name: string, bytes: Uint8Array): Promise<void>;
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
  let current: { entry: ZipEntry; deflater: PartDeflater } | undefined;

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

  const zip: ZipWriter = {
    async begin(name) {
      if (current !== undefined) throw new Error(`${current.entry.name} must end before ${name} begins.`);
      current = { entry: { name, crc: 0, compressed: 0, uncompressed: 0, offset }, deflater: createPartDeflater() };
      hash.update(`${name}\n`);
      await put(localHeader(name));
    },
    async write(bytes) {
      const { entry, deflater } = open();
      unpacked(bytes.byteLength);
      hash.update(bytes);
      entry.crc = crc32(bytes, entry.crc);
      entry.uncompressed += bytes.byteLength;
      await putPacked(entry, await deflater.take());
      deflater.give(bytes);
    },
    async endPart() {
      const { entry, deflater } = open();
      await putPacked(entry, await deflater.take());
      await putPacked(entry, await deflater.finish());
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
    async stored(name, bytes) {
      if (current !== undefined) throw new Error(`${current.entry.name} must end before ${name} begins.`);
      const size = bytes.byteLength;
      const entry: ZipEntry = { name, crc: crc32(bytes), compressed: size, uncompressed: size, offset, stored: true };
      unpacked(size);
      hash.update(`${name}\n`);
      hash.update(bytes);
      hash.update(`\n${size}\n`);
      entries.push(entry);
      await put(localHeader(name, entry));
      await put(bytes);
    },
    async end() {
      const start = offset;
      for (const written of entries) await put(centralHeader(written, limits));
      await put(endOfCentralDirectory({ entries: entries.length, size: offset - start, offset: start }, limits));
      return { contentHash: hash.digest("hex") };
    },
  };
  return zip;
};
