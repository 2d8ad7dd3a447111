import { hash } from "node:crypto";
import type { PictureKind } from "./found.ts";
import { readGif } from "./read-gif.ts";
import { readJpeg } from "./read-jpeg.ts";
import { readPng } from "./read-png.ts";

/** A picture that every program shows in which reports are opened. */
export type Picture = {
  readonly kind: PictureKind;
  /** In pixels, as its header says. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  /** SHA-256 (hex) of the bytes: those of equal ones are in a file once. */
  readonly hash: string;
};

/** Pixels of a picture; more take a spreadsheet whole seconds and hundreds of MB to unpack. */
const mostPixels = 4_000_000;
const longestSide = 10_000;

/**
 * Reads bytes as a picture, by what they are and not by what they are called; undefined: none, half of one, a broken one, which would leave its cell
 * empty, or one that is too large when it is unpacked. Its parts are followed to its end, and its pixels are not unpacked (ADR 69).
 */
export const readPicture = (bytes: Uint8Array): Picture | undefined => {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = readPng(all) ?? readJpeg(all) ?? readGif(all);
  if (found === undefined) return undefined;
  const { width, height } = found;
  if (width < 1 || height < 1 || width > longestSide || height > longestSide || width * height > mostPixels)
    return undefined;
  return { ...found, bytes, hash: hash("sha256", bytes, "hex") };
};
