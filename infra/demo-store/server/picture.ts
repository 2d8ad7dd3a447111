import { crc32, deflateSync } from "node:zlib";
import { hashText, mix } from "../generate/random.ts";

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
};

const SIZE = 64;

/** A picture of a product: a PNG of two colours that its name decides. */
export const picture = (name: string): Buffer => {
  const seed = hashText(name);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits a sample, red green blue.
  header[8] = 8;
  header[9] = 2;
  const rows = Buffer.alloc(SIZE * (1 + SIZE * 3));
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const inside = (x - 32) ** 2 + (y - 32) ** 2 < 400 + (seed % 300);
      const at = y * (1 + SIZE * 3) + 1 + x * 3;
      for (let part = 0; part < 3; part++) rows[at + part] = 60 + (mix(seed, part + (inside ? 0 : 7)) % 180);
    }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
