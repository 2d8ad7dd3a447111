import { crc32, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { drawPicture as draw } from "#demo-store/pictures/draw.ts";
import { encodePng } from "#demo-store/pictures/png.ts";
import { readPicture } from "./picture.ts";

const black = () => [0, 0, 0] as const;
/** Sides, two colors, a comment, one frame that begins and ends within them, and an end. */
const gif = (width: number, height: number, { wide = 1, left = 0, pixels = [2, 0x4c, 1, 0], end = [0x3b] } = {}) => {
  const head = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff!\xfe\x02hi\0", "latin1");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, ...pixels]);
  frame.writeUInt16LE(left, 1);
  frame.writeUInt16LE(wide, 5);
  return Buffer.concat([head, frame, Buffer.from(end)]);
};
const segment = (marker: number, ...content: number[]) => [0xff, marker, 0, content.length + 2, ...content];
const ofPixels = [...segment(0xda, 1, 1, 0, 0, 63, 0), 1, 0xff, 0, 2, 0xff, 0xd0, 3];
/** Start, comment, tables, a frame, a scan, an end. */
const jpeg = (
  width: number,
  height: number,
  { frame = 0xc2, tables = segment(0xdb, ...Array(65).fill(1)), scan = ofPixels, end = [0xff, 0xd9] } = {},
): Buffer => {
  const sof = segment(frame, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0);
  return Buffer.from([0xff, 0xd8, 0xff, ...segment(0xfe, 104, 105), ...tables, ...sof, ...scan, ...end]);
};
/** A PNG of chunks, each with a valid check sum. */
const pngOf = (...chunks: [type: string, content: Buffer][]): Buffer =>
  Buffer.concat([
    draw("cup", 20).subarray(0, 8),
    ...chunks.map(([type, content]) => {
      const sizes = Buffer.alloc(8);
      const body = Buffer.concat([Buffer.from(type), content]);
      sizes.writeUInt32BE(content.length, 0);
      sizes.writeUInt32BE(crc32(body), 4);
      return Buffer.concat([sizes.subarray(0, 4), body, sizes.subarray(4)]);
    }),
  ]);
/** 40 by 40 black or white pixels, or of two colors of a palette. */
const bits = (kind = 0): [string, Buffer] => ["IHDR", Buffer.from([0, 0, 0, 40, 0, 0, 0, 40, 1, kind, 0, 0, 0])];
const pixels = deflateSync(Buffer.alloc(6 * 40));
const palette: [string, Buffer] = ["PLTE", Buffer.alloc(6)];
const end: [string, Buffer] = ["IEND", Buffer.alloc(0)];
/** Changes one byte. */
const damaged = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

describe("an image", () => {
  it.each([
    ["PNG", draw("cup", 120), { kind: "png", width: 120, height: 120 }],
    ["GIF", gif(300, 20), { kind: "gif", width: 300, height: 20 }],
    ["JPEG", jpeg(640, 480), { kind: "jpeg", width: 640, height: 480 }],
    ["JPEG with another coding", jpeg(640, 480, { frame: 0xc0 }), { kind: "jpeg", width: 640, height: 480 }],
    ["GIF with a partial frame", gif(300, 20, { wide: 100, left: 200 }), { kind: "gif", width: 300 }],
    [
      "PNG in several chunks",
      pngOf(bits(), ["IDAT", pixels.subarray(0, 5)], ["IDAT", pixels.subarray(5)], end),
      { kind: "png", width: 40, height: 40 },
    ],
    ["PNG with a palette", pngOf(bits(3), palette, ["IDAT", pixels], end), { kind: "png", width: 40 }],
    ["PNG with an extra chunk", pngOf(bits(), ["tEXt", Buffer.from("hi")], ["IDAT", pixels], end), { kind: "png" }],
    ["with camera data at its end", Buffer.concat([jpeg(9, 8), Buffer.alloc(900)]), { width: 9, height: 8 }],
  ])("is recognized by its bytes: %s", (_, bytes, found) => {
    expect(readPicture(bytes)).toMatchObject({ ...found, bytes });
  });

  it.each([
    ["an HTML page", Buffer.from("<!doctype html><title>Log in</title>".padEnd(80))],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["WebP, which older programs don't show", Buffer.from("RIFF\x40\0\0\0WEBPVP8 ".padEnd(80, "\0"), "latin1")],
    ["nothing", Buffer.alloc(0)],
    ["the first eight bytes of a PNG", draw("cup", 20).subarray(0, 8)],
    ["half a PNG", draw("cup", 60).subarray(0, 400)],
    ["half a JPEG", jpeg(640, 480, { end: [] })],
    ["a JPEG without a frame", Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9, 0, 0, 0, 0, 0])],
    ["a JPEG with circular segments", Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 0, 0xff, 0xd9, 0, 0, 0, 0, 0])],
    ["a PNG with invalid pixels", pngOf(bits(), ["IDAT", Buffer.from("garbage!!")], end)],
    ["a PNG without pixels", pngOf(bits(), end)],
    ["a PNG with damaged pixels", damaged(draw("cup", 60), 60)],
    ["a PNG with a missing palette", pngOf(bits(3), ["IDAT", pixels], end)],
    ["a PNG with an unknown color type", pngOf(bits(5), ["IDAT", pixels], end)],
    ["a PNG that doesn't begin with its header", pngOf(["IDAT", pixels], bits(), end)],
    ["a GIF with only its end mark", Buffer.concat([gif(40, 40).subarray(0, 13), Buffer.alloc(30, 0x3b)])],
    ["a GIF without a frame", Buffer.concat([gif(40, 40).subarray(0, 25), Buffer.from([0x3b])])],
    ["a GIF with a frame larger than itself", gif(40, 40, { wide: 65_535 })],
    ["a GIF with a frame outside itself", gif(40, 40, { left: 40 })],
    ["a GIF with a frame without pixels", gif(40, 40, { pixels: [0] })],
    ["half a GIF", gif(40, 40, { pixels: [200, 0x3b, 0x3b], end: [] })],
    ["a JPEG with only a frame and an end", jpeg(40, 40, { scan: [] })],
    ["a JPEG with a scan without pixels", jpeg(40, 40, { scan: segment(0xda, 1, 1, 0, 0, 63, 0) })],
    ["a JPEG without tables", jpeg(40, 40, { tables: [] })],
    ["a JPEG with a coding that no browser shows", jpeg(40, 40, { frame: 0xc3 })],
    ["an image of zero width", encodePng(4, black, 0)],
    ["a bomb of 100,000 by 100,000 pixels", encodePng(4, black, 100_000)],
    ["an image with too many pixels for a spreadsheet", jpeg(4_000, 4_000)],
    ["an image with an endless side", gif(65_000, 2)],
  ])("is not recognized in %s", (_, bytes) => {
    expect(readPicture(bytes)).toBeUndefined();
  });
});
