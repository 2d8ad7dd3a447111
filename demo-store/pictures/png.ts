import { crc32, deflateSync } from "node:zlib";

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
};

type Color = readonly [red: number, green: number, blue: number];

/**
 * Encodes a PNG with eight bits per sample; `colorAt`: 0 to 255 each. `statedSide`: the side length in the header, for
 * a false one.
 */
export const encodePng = (side: number, colorAt: (x: number, y: number) => Color, statedSide = side): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(statedSide, 0);
  header.writeUInt32BE(statedSide, 4);
  header[8] = 8;
  header[9] = 2;
  const line = 1 + side * 3;
  const rows = Buffer.alloc(side * line);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      for (const [part, value] of colorAt(x, y).entries()) rows[y * line + 1 + x * 3 + part] = value;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
