/** What Excel of any age and every browser shows. WebP, AVIF and SVG are not among it. */
export type PictureKind = "png" | "jpeg" | "gif";

type Found = { kind: PictureKind; width: number; height: number };

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const endOfJpeg = Buffer.from([0xff, 0xd9]);
/** Cameras and editors leave something behind the end of a picture; that much of it is looked through. */
const tail = 4_096;

const endsWith = (bytes: Buffer, end: Buffer | string): boolean =>
  bytes.subarray(Math.max(0, bytes.length - tail)).includes(end);

const ofPng = (bytes: Buffer): Found | undefined => {
  const begins =
    bytes.length >= 33 && bytes.subarray(0, 8).equals(pngStart) && bytes.toString("latin1", 12, 16) === "IHDR";
  if (!begins || !endsWith(bytes, "IEND")) return undefined;
  return { kind: "png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
};

const ofGif = (bytes: Buffer): Found | undefined => {
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return undefined;
  if (!endsWith(bytes, Buffer.from([0x3b]))) return undefined;
  return { kind: "gif", width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
};

/** Start of frame of any coding: where a JPEG has its size. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

const ofJpeg = (bytes: Buffer): Found | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || !endsWith(bytes, endOfJpeg)) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (standsAlone(marker)) at += 2;
    else if (isFrame(marker))
      return { kind: "jpeg", height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else {
      const length = bytes.readUInt16BE(at + 2);
      if (length < 2) return undefined;
      at += 2 + length;
    }
  }
  return undefined;
};

/** Kind and size of a whole picture by its own bytes; undefined: it is none of those that are shown, or its end is missing. */
export const dimensionsOf = (bytes: Buffer): Found | undefined => ofPng(bytes) ?? ofJpeg(bytes) ?? ofGif(bytes);
