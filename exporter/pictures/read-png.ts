import { constants, crc32, inflateSync } from "node:zlib";
import type { PictureFormat } from "./picture-format.ts";

const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bit depths by color type. Type 3 uses a palette. */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const paletteType = 3;
const lastFilter = 4;
/** How many compressed bytes are tested. Unpacked they are at most half a megabyte. */
const testedBytes = 512;
/** Size of zlib's buffer, usually large enough. The larger default would be most of the cost. */
const chunkSize = 4_096;

/** A PNG's critical chunks have names that begin with a capital. If one is damaged, readers refuse the picture. */
const isCritical = (type: string): boolean => /^[A-Z]/.test(type);

/** True if compressed pixels unpack and begin with a valid filter type. */
const isInflatable = (packed: Buffer): boolean => {
  try {
    const pixels = inflateSync(packed.subarray(0, testedBytes), { finishFlush: constants.Z_SYNC_FLUSH, chunkSize });
    return (pixels[0] ?? Number.NaN) <= lastFilter;
  } catch {
    return false;
  }
};

const parseHeader = (header: Buffer): PictureFormat | undefined => {
  const [depth = 0, colorType = 0, packing, filtering, interlaced = 0] = header.subarray(8);
  if (!depths[colorType]?.includes(depth) || packing !== 0 || filtering !== 0 || interlaced > 1) return undefined;
  return { kind: "png", width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
};

/** Reads a PNG whose critical chunks are undamaged and whose tested pixels unpack. Ignores bytes after its end. */
export const readPng = (bytes: Buffer): PictureFormat | undefined => {
  if (!bytes.subarray(0, start.length).equals(start)) return undefined;
  const chunkTypes = new Set<string>();
  let pixels: Buffer | undefined;
  let format: PictureFormat | undefined;
  let colorType: number | undefined;
  for (let offset = start.length; offset + 12 <= bytes.length; ) {
    const end = offset + 8 + bytes.readUInt32BE(offset);
    if (end + 4 > bytes.length) return undefined;
    const type = bytes.toString("latin1", offset + 4, offset + 8);
    if (isCritical(type) && crc32(bytes.subarray(offset + 4, end)) !== bytes.readUInt32BE(end)) return undefined;
    const content = bytes.subarray(offset + 8, end);
    if ((type === "IHDR") !== (chunkTypes.size === 0)) return undefined;
    chunkTypes.add(type);
    if (type === "IHDR") {
      format = content.length === 13 ? parseHeader(content) : undefined;
      if (format === undefined) return undefined;
      colorType = content[9];
    } else if (type === "IDAT" && (pixels?.length ?? 0) < testedBytes)
      pixels = pixels ? Buffer.concat([pixels, content]) : content;
    else if (type === "IEND") {
      if (colorType === paletteType && !chunkTypes.has("PLTE")) return undefined;
      return pixels && isInflatable(pixels) ? format : undefined;
    }
    offset = end + 4;
  }
  return undefined;
};
