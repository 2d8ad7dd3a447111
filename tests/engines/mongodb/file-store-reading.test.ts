import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Mongo } from "#infra/mongodb/client.ts";
import { createMongoFileStore } from "#infra/mongodb/files/file-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import { contentOf, isSame, publish, twoAndAHalf } from "./file-store-support.ts";
import { counted } from "./interrupted.ts";
import { createClosing, mongoUrl, ownDatabase } from "./support.ts";

const url = mongoUrl() ?? "";
const chunk = 255 * 1024;

describe.skipIf(url === "")("A file in GridFS", () => {
  const closing = createClosing();
  let mongo: Mongo;
  let files: FileStore;
  let calls: number;
  beforeEach(async () => {
    mongo = await closing.mongo(url, { database: ownDatabase() });
    calls = 0;
    files = await createMongoFileStore(
      counted(mongo, () => {
        calls += 1;
      }),
    );
    await publish(files, "a.csv", twoAndAHalf);
    calls = 0;
  });
  afterEach(() => closing.closeAll());
  const chunks = () => mongo.db.collection("files.chunks");
  const anyRange = { start: 10, end: twoAndAHalf.length - 1 };

  it.each([
    { start: 0, end: 0, asked: 1 },
    { start: chunk - 1, end: chunk - 1, asked: 1 },
    { start: chunk - 1, end: chunk, asked: 2 },
    { start: chunk, end: 2 * chunk - 1, asked: 1 },
    { start: 2 * chunk + 5, end: 999_999_999, asked: 1 },
    { start: 0, end: 999_999_999, asked: 3 },
    { start: twoAndAHalf.length, end: twoAndAHalf.length + 5, asked: 0 },
  ])("is read only by the chunks of the range ($start to $end: $asked)", async ({ start, end, asked }) => {
    const content = await contentOf(files, "a.csv", { start, end });
    expect(isSame(content, twoAndAHalf.subarray(start, end + 1))).toBe(true);
    // One for what the file is.
    expect(calls).toBe(1 + asked);
  });

  it("is read only as fast as it is consumed", async () => {
    const big = Buffer.alloc(40 * chunk, "x");
    await publish(files, "big.csv", big);
    calls = 0;
    const stream = await files.open("big.csv");
    stream.resume();
    await once(stream, "data");
    stream.pause();
    await expect.poll(() => stream.readableLength).toBeGreaterThan(0);
    const before = calls;
    expect(before).toBeLessThan(10);
    stream.resume();
    await once(stream, "end");
    expect(calls).toBe(41);
  });

  it.each([
    ["the last chunk is missing", () => chunks().deleteOne({ n: 2 }), /damaged.*chunk 2 is missing/],
    ["a chunk in the middle is missing", () => chunks().deleteOne({ n: 1 }), /damaged.*chunk 1 is missing/],
    [
      "a chunk is short",
      () => chunks().updateOne({ n: 2 }, { $set: { data: Buffer.from("short") } }),
      /damaged.*5 bytes instead of 130560/,
    ],
  ])("never ends early: if %s, reading fails", async (_, harm, saying) => {
    await harm();
    await expect(contentOf(files, "a.csv")).rejects.toThrow(saying);
    await expect(contentOf(files, "a.csv", anyRange)).rejects.toThrow(saying);
  });

  it("is verified before its end is delivered", async () => {
    await chunks().updateOne({ n: 1 }, { $set: { data: Buffer.alloc(chunk, "y") } });
    let given = 0;
    const reading = async () => {
      for await (const piece of await files.open("a.csv")) given += piece.length;
    };
    await expect(reading()).rejects.toThrow(/not what was written/);
    expect(given).toBe(2 * chunk);
  });

  it("can't be written after its part was removed, and leaves no chunks", async () => {
    const part = await files.createPart("p");
    await part.write(twoAndAHalf);
    await files.deletePart("p");
    await expect(part.write(twoAndAHalf)).rejects.toThrow(/Part p was deleted. Write it again./);
    await expect(part.publish("b.csv")).rejects.toThrow(/was deleted/);
    await part.discard();
    expect(await chunks().countDocuments()).toBe(3);
  });

  it("is the last published one, even if the publishers' clocks differ", async () => {
    const ahead = await createMongoFileStore({
      ...mongo,
      time: { now: async () => Date.now() + 3_600_000, fromLocal: async (local) => local.getTime() },
    });
    await publish(ahead, "a.csv", Buffer.from("first"));
    await publish(files, "a.csv", Buffer.from("second"));
    expect((await contentOf(files, "a.csv")).toString()).toBe("second");
    expect(await files.list()).toEqual(["a.csv"]);
  });

  it("is stored in the GridFS format", async () => {
    const found = await mongo.db.collection("files.files").findOne({ filename: "a.csv" });
    expect(found).toMatchObject({ length: twoAndAHalf.length, chunkSize: chunk, uploadDate: expect.any(Date) });
    const ns = await chunks().find({ files_id: found?._id }).sort({ n: 1 }).toArray();
    expect(ns.map(({ n, data }) => [n, data.length()])).toEqual([
      [0, chunk],
      [1, chunk],
      [2, chunk / 2],
    ]);
  });
});
