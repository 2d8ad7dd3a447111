import { hash } from "node:crypto";
import type { PictureKind } from "./picture-format.ts";
import { readGif } from "./read-gif.ts";
import { readJpeg } from "./read-jpeg.ts";
import { readPng } from "./read-png.ts";

/** A picture that every program for reports can show. */
export type Picture = {
  readonly kind: PictureKind;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  /** SHA-256 (hex). Equal pictures are stored once per file. */
  readonly hash: string;
};

/** Maximum pixels. More take a spreadsheet seconds and hundreds of MB to unpack. */
const maxPixels = 4_000_000;
const maxSide = 10_000;

/**
 * Reads a picture by content, not by name, without unpacking its pixels (ADR 69). Undefined for anything else, a
 * damaged one (its cell would be empty), or one too large when unpacked.
 */
export const readPicture = (bytes: Uint8Array): Picture | undefined => {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = readPng(all) ?? readJpeg(all) ?? readGif(all);
  if (found === undefined) return undefined;
  const { width, height } = found;
  if (width < 1 || height < 1 || width > maxSide || height > maxSide || width * height > maxPixels) return undefined;
  return { ...found, bytes, hash: hash("sha256", bytes, "hex") };
};
