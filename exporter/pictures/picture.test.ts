import { describe, expect, it } from "vitest";
import { picture as draw } from "#infra/demo-store/pictures/draw.ts";
import { png } from "#infra/demo-store/pictures/png.ts";
import { readPicture } from "./picture.ts";

const black = () => [0, 0, 0] as const;
const gif = (width: number, height: number): Buffer => {
  const head = Buffer.from("GIF89a\0\0\0\0\0\0\0", "latin1");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return Buffer.concat([head, Buffer.from([0x2c, 0, 0x3b])]);
};
/** Start, a segment of words, a frame, an end. */
const jpeg = (width: number, height: number, { frame = 0xc2, end = [0xff, 0xd9] } = {}): Buffer => {
  const words = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 7]), Buffer.from("hello")]);
  const sof = Buffer.from([0xff, frame, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  sof.writeUInt16BE(height, 5);
  sof.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), words, sof, Buffer.from([1, 2, 3, ...end])]);
};

describe("a picture", () => {
  it.each([
    ["PNG", draw("cup", 120), { kind: "png", width: 120, height: 120 }],
    ["GIF", gif(300, 20), { kind: "gif", width: 300, height: 20 }],
    ["JPEG", jpeg(640, 480), { kind: "jpeg", width: 640, height: 480 }],
    ["JPEG of another coding", jpeg(640, 480, { frame: 0xc0 }), { kind: "jpeg", width: 640, height: 480 }],
    ["with something of a camera's behind it", Buffer.concat([jpeg(9, 8), Buffer.alloc(900)]), { width: 9, height: 8 }],
  ])("is known by its own bytes: %s", (_, bytes, found) => {
    expect(readPicture(bytes)).toMatchObject({ ...found, bytes });
  });

  it.each([
    ["a page", Buffer.from("<!doctype html><title>Log in</title>".padEnd(80))],
    ["a drawing in words", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["WebP, which older programs don't show", Buffer.from("RIFF\x40\0\0\0WEBPVP8 ".padEnd(80, "\0"), "latin1")],
    ["nothing", Buffer.alloc(0)],
    ["the first eight bytes of one", draw("cup", 20).subarray(0, 8)],
    ["half a PNG", draw("cup", 60).subarray(0, 400)],
    ["half a JPEG", jpeg(640, 480, { end: [] })],
    ["a JPEG without a frame", Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9, 0, 0, 0, 0, 0])],
    ["a JPEG whose segments go in a circle", Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 0, 0xff, 0xd9, 0, 0, 0, 0, 0])],
    ["no wider than nothing", png(4, black, 0)],
    ["a bomb, 100,000 pixels on each side", png(4, black, 100_000)],
    ["of more pixels than a spreadsheet unpacks in time", jpeg(4_000, 4_000)],
    ["of a side that is endless", gif(65_000, 2)],
  ])("is not %s", (_, bytes) => {
    expect(readPicture(bytes)).toBeUndefined();
  });
});
