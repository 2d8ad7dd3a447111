import type { PictureFormat } from "./picture-format.ts";

const [extension, frame, end] = [0x21, 0x2c, 0x3b];
/** Code sizes of compressed pixels, bits. */
const [minBits, maxBits] = [2, 8];

const colorBytesOf = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Finds the end of the length-prefixed blocks from here, and whether they hold data; undefined if they don't end. */
const endOfBlocks = (bytes: Buffer, from: number): { at: number; hasData: boolean } | undefined => {
  for (let at = from; at < bytes.length; ) {
    const length = bytes[at] ?? 0;
    if (length === 0) return { at: at + 1, hasData: at > from };
    at += 1 + length;
  }
  return undefined;
};

/** End of a frame that has pixels and lies within the picture. */
const endOfFrame = (bytes: Buffer, offset: number, { width, height }: PictureFormat): number | undefined => {
  if (offset + 11 > bytes.length) return undefined;
  const [left, top] = [bytes.readUInt16LE(offset + 1), bytes.readUInt16LE(offset + 3)];
  const [wide, high] = [bytes.readUInt16LE(offset + 5), bytes.readUInt16LE(offset + 7)];
  if (wide < 1 || high < 1 || left + wide > width || top + high > height) return undefined;
  const packed = offset + 10 + colorBytesOf(bytes[offset + 9] ?? 0);
  const bits = bytes[packed] ?? 0;
  if (bits < minBits || bits > maxBits) return undefined;
  const blocks = endOfBlocks(bytes, packed + 1);
  return blocks?.hasData ? blocks.at : undefined;
};

/** Reads a GIF with complete blocks and at least one frame, all within its bounds. Ignores bytes after its end. */
export const readGif = (bytes: Buffer): PictureFormat | undefined => {
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return undefined;
  const found: PictureFormat = { kind: "gif", width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let frames = 0;
  for (
    let offset: number | undefined = 13 + colorBytesOf(bytes[10] ?? 0);
    offset !== undefined && offset < bytes.length;
  ) {
    const block = bytes[offset];
    if (block === end) return frames > 0 ? found : undefined;
    if (block === frame) {
      frames += 1;
      offset = endOfFrame(bytes, offset, found);
    } else offset = block === extension ? endOfBlocks(bytes, offset + 2)?.at : undefined;
  }
  return undefined;
};
