import { createHash } from "node:crypto";
import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { blocksAhead, createBlockPacker } from "./block-packer.ts";
import {
  centralHeader,
  dataDescriptor,
  endOfCentralDirectory,
  localHeader,
  type ZipLimits,
  zipLimits,
} from "./zip-records.ts";
import { createZipWriter } from "./zip-writer.ts";

const gib = 2 ** 30;
const entry = { name: "a.xml", crc: 0x12345678, compressed: 5, uncompressed: 9, offset: 7 };

describe("the records of a ZIP file beyond 4 GiB", () => {
  it("have only the values that don't fit in 32 bits in the extra field", () => {
    const big = centralHeader({ ...entry, uncompressed: 5 * gib });
    expect(big.readUInt16LE(6)).toBe(45);
    expect([big.readUInt32LE(20), big.readUInt32LE(24), big.readUInt32LE(42)]).toEqual([5, 0xffff_ffff, 7]);
    expect(big.readUInt16LE(30)).toBe(12);
    const extra = big.subarray(46 + 5);
    expect([extra.readUInt16LE(0), extra.readUInt16LE(2), extra.readBigUInt64LE(4)]).toEqual([1, 8, BigInt(5 * gib)]);

    const all = centralHeader({ ...entry, compressed: 4 * gib, uncompressed: 8 * gib, offset: 6 * gib });
    const values = all.subarray(46 + 5 + 4);
    expect([0, 8, 16].map((at) => Number(values.readBigUInt64LE(at)) / gib)).toEqual([8, 4, 6]);
    expect(dataDescriptor({ ...entry, uncompressed: 5 * gib })).toHaveLength(24);
  });

  it("are announced before the part, whose size isn't known yet, or Excel would repair the file", () => {
    expect(localHeader("a.xml").readUInt16LE(4)).toBe(45);
  });

  it("are the plain ones below that size", () => {
    expect(centralHeader(entry)).toHaveLength(46 + 5);
    expect(dataDescriptor(entry)).toHaveLength(16);
    expect(endOfCentralDirectory({ entries: 3, size: 100, offset: 200 })).toHaveLength(22);
  });

  it("end with a locator that leads to the 64-bit end", () => {
    const end = endOfCentralDirectory({ entries: 3, size: 100, offset: 5 * gib });
    expect(end).toHaveLength(56 + 20 + 22);
    expect(end.readUInt32LE(0)).toBe(0x06064b50);
    expect(Number(end.readBigUInt64LE(48))).toBe(5 * gib);
    expect(end.readUInt32LE(56)).toBe(0x07064b50);
    expect(Number(end.readBigUInt64LE(64))).toBe(5 * gib + 100);
    expect(end.readUInt32LE(76 + 16)).toBe(0xffff_ffff);
  });
});

describe("a ZIP file that needs ZIP64", () => {
  const zipOf = async (limits: ZipLimits, parts: Record<string, string>) => {
    const pieces: Uint8Array[] = [];
    const zip = createZipWriter(async (bytes) => void pieces.push(Uint8Array.from(bytes)), undefined, limits);
    for (const [name, content] of Object.entries(parts)) await zip.part(name, content);
    await zip.end();
    return Buffer.concat(pieces);
  };
  const parts = { "a.xml": "a".repeat(5_000), "b.xml": "b", "c.xml": "" };

  it.each([
    ["for the size of a part", { ...zipLimits, bytes: 4_000 }],
    ["for its parts' offsets too", { ...zipLimits, bytes: 40 }],
    ["for everything", { bytes: 0, entries: 0 }],
    ["for the number of its parts", { ...zipLimits, entries: 3 }],
    ["for nothing", zipLimits],
  ])("%s is read unchanged by others", async (_, limits) => {
    const bytes = await zipOf(limits, parts);
    const read = await JSZip.loadAsync(bytes, { checkCRC32: true });
    const found = await Promise.all(
      Object.values(read.files).map(async (file) => [file.name, await file.async("text")]),
    );
    expect(Object.fromEntries(found)).toEqual(parts);
  });

  it("is marked only if necessary, so programs without ZIP64 can read all others", async () => {
    const end64 = Buffer.from([0x50, 0x4b, 6, 6]);
    expect((await zipOf({ ...zipLimits, entries: 4 }, parts)).includes(end64)).toBe(false);
    expect((await zipOf({ ...zipLimits, entries: 3 }, parts)).includes(end64)).toBe(true);
  });
});

describe("a ZIP file being written", () => {
  it("waits for its reader, with only a few blocks in progress", async () => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const zip = createZipWriter(async (bytes) => {
      // Let the part's header through.
      if (bytes[0] === 0x50) return;
      reached.resolve();
      await gate.promise;
    });
    await zip.begin("a");
    let written = 0;
    const all = (async () => {
      for (; written < 10; written += 1) await zip.write(Buffer.from(`block ${written}`));
    })();
    await Promise.race([reached.promise, all]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBeLessThanOrEqual(blocksAhead);
    gate.resolve();
    await all;
    await zip.endPart();
  });

  it("passes on its reader's error", async () => {
    const zip = createZipWriter(async () => {
      throw new Error("the disk is full");
    });
    await expect(zip.begin("a")).rejects.toThrow("the disk is full");
  });

  it("refuses overlapping parts and writes outside a part", async () => {
    const zip = createZipWriter(async () => {});
    await expect(zip.write(Buffer.from("x"))).rejects.toThrow("must begin");
    await zip.begin("a");
    await expect(zip.begin("b")).rejects.toThrow("a must end before b");
  });
});

describe("the bytes of a ZIP file", () => {
  it("depend only on the blocks' content, not on when each was compressed", async () => {
    const noise = createHash("shake256", { outputLength: 65_536 }).update("noise").digest();
    let twice = 0;
    // Includes a size whose end mark lies at the end of a fresh stream's buffer.
    for (let size = 65_490; size < 65_530; size += 1) {
      const blocks = Array.from({ length: blocksAhead + 1 }, () => noise.subarray(0, size));
      const packer = { alone: createBlockPacker(), beside: createBlockPacker() };
      const alone: Buffer[] = [];
      for (const block of blocks) alone.push(Buffer.concat(await packer.alone.pack(block)));
      const beside = await Promise.all(blocks.map((block) => packer.beside.pack(block)));
      expect(beside.map((pieces) => Buffer.concat(pieces).equals(alone[0] ?? noise))).toEqual(blocks.map(() => true));
      expect(alone.map(({ length }) => length)).toEqual(blocks.map(() => alone[0]?.length));
      if (alone[0]?.subarray(-9).equals(Buffer.from("0000ffff000000ffff", "hex"))) twice += 1;
      for (const used of Object.values(packer)) used.close();
    }
    expect(twice).toBeGreaterThan(0);
  });

  it("may have no more blocks in progress than it has streams", async () => {
    const packer = createBlockPacker();
    const packing = Array.from({ length: blocksAhead + 2 }, () => packer.pack(Buffer.from("x")));
    await expect(packing.pop()).rejects.toThrow(`No more than ${blocksAhead + 1} blocks`);
    await Promise.all(packing);
    packer.close();
  });

  it("are the same in a second part with the same blocks", async () => {
    const blocks = Array.from({ length: 20 }, (_, n) =>
      Buffer.from(`<c>${n % 3}</c>`.repeat(1 + ((n * 7_919) % 30_000))),
    );
    const bytesOf = async (slow: boolean) => {
      const pieces: Buffer[] = [];
      const zip = createZipWriter(async (bytes) => {
        pieces.push(Buffer.from(bytes));
        if (slow) await new Promise((resolve) => setImmediate(resolve));
      });
      for (const name of ["a", "b"]) {
        await zip.begin(name);
        for (const block of blocks) await zip.write(block);
        await zip.endPart();
      }
      await zip.end();
      return Buffer.concat(pieces);
    };
    const [fast, slow] = [await bytesOf(false), await bytesOf(true)];
    expect(fast.equals(slow)).toBe(true);
    const { files } = await JSZip.loadAsync(fast, { checkCRC32: true });
    const text = Buffer.concat(blocks).toString();
    for (const name of ["a", "b"]) expect((await files[name]?.async("text")) === text).toBe(true);
    // The second part's data equal the first's: they refer to nothing before them.
    const dataOf = (name: string) => fast.subarray(fast.indexOf(localHeader(name)) + localHeader(name).length);
    const length = fast.indexOf(localHeader("b")) - localHeader("a").length - 16;
    expect(dataOf("a").subarray(0, length).equals(dataOf("b").subarray(0, length))).toBe(true);
  });
});
