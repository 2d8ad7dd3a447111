import { describe, expect, it } from "vitest";
import { centralHeader, dataDescriptor, endOfCentralDirectory, localHeader } from "./zip-records.ts";
import { createZipWriter } from "./zip-writer.ts";

const gib = 2 ** 30;
const entry = { name: "a.xml", crc: 0x12345678, compressed: 5, uncompressed: 9, offset: 7 };

describe("the records of a ZIP file beyond 4 GiB", () => {
  it("carry what does not fit in 64 bits, and nothing else there", () => {
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

  it("are announced before the part, whose size nobody knows then: Excel repairs the file otherwise", () => {
    expect(localHeader("a.xml").readUInt16LE(4)).toBe(45);
  });

  it("are the plain ones below", () => {
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

describe("a ZIP file under way", () => {
  it("waits for its reader: no more than one block is on its way", async () => {
    let taken = 0;
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const zip = createZipWriter(async () => {
      taken += 1;
      if (taken > 1) await gate;
    });
    await zip.begin("a");
    await zip.write(Buffer.from("one"));
    let written = false;
    const second = zip.write(Buffer.from("two")).then(() => {
      written = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBe(false);
    open();
    await second;
    expect(written).toBe(true);
  });

  it("passes on what its reader refuses with", async () => {
    const zip = createZipWriter(async () => {
      throw new Error("the disk is full");
    });
    await expect(zip.begin("a")).rejects.toThrow("the disk is full");
  });

  it("has parts that neither overlap nor hang in the air", async () => {
    const zip = createZipWriter(async () => {});
    await expect(zip.write(Buffer.from("x"))).rejects.toThrow("must begin");
    await zip.begin("a");
    await expect(zip.begin("b")).rejects.toThrow("a must end before b");
  });
});
