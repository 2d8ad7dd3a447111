import type { PictureFormat } from "./picture-format.ts";

const [tables, scan, end] = [0xdb, 0xda, 0xd9];
/** Frames that browsers show: baseline, extended and progressive. */
const isShownFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xc2;
/** True for a frame. The excluded numbers are two tables and a reserved marker. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
const standsAlone = (marker: number): boolean => marker === 0x01 || marker === 0xd8 || isRestart(marker);

const maxComponents = 4;

/**
 * Reads the size from a frame segment. Undefined unless its length (with its length field) fits its number of color
 * components.
 */
const sizeOf = (segment: Buffer): PictureFormat | undefined => {
  const parts = segment[7] ?? 0;
  if (parts < 1 || parts > maxComponents || segment.length !== 8 + 3 * parts) return undefined;
  return { kind: "jpeg", height: segment.readUInt16BE(3), width: segment.readUInt16BE(5) };
};

/** Position of the next marker. Within pixel data a byte of 255 is followed by 0. */
const endOfPixels = (bytes: Buffer, from: number): number => {
  for (let offset = bytes.indexOf(0xff, from); offset >= 0; offset = bytes.indexOf(0xff, offset + 1)) {
    const next = bytes[offset + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return offset;
  }
  return bytes.length;
};

/**
 * Reads a JPEG with complete segments: tables, a frame, and pixels in at least one scan. Ignores bytes after its end.
 */
export const readJpeg = (bytes: Buffer): PictureFormat | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let format: PictureFormat | undefined;
  let hasTables = false;
  let scans = 0;
  for (let offset = 2; offset + 2 <= bytes.length; ) {
    if (bytes[offset] !== 0xff) return undefined;
    const marker = bytes[offset + 1] ?? 0;
    if (marker === end) return scans > 0 ? format : undefined;
    if (marker === 0xff || standsAlone(marker)) {
      offset += marker === 0xff ? 1 : 2;
      continue;
    }
    if (offset + 4 > bytes.length) return undefined;
    const length = bytes.readUInt16BE(offset + 2);
    const segment = bytes.subarray(offset + 2, offset + 2 + length);
    if (length < 2 || segment.length < length) return undefined;
    offset += 2 + length;
    if (marker === tables) hasTables = true;
    else if (isFrame(marker)) {
      format = isShownFrame(marker) && format === undefined ? sizeOf(segment) : undefined;
      if (format === undefined) return undefined;
    } else if (marker === scan) {
      const from = offset;
      offset = endOfPixels(bytes, from);
      if (format === undefined || !hasTables || offset === from) return undefined;
      scans += 1;
    }
  }
  return undefined;
};
