import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import type { Mongo } from "#infra/mongodb/client.ts";
import { createMongoFileStore } from "#infra/mongodb/files/file-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import { contentOf, isSame, publish, twoAndAHalf } from "./file-store-support.ts";
import { Killed, killedBefore } from "./interrupted.ts";
import type { MongoProxy } from "./mongo-proxy.ts";
import { createClosing, ownDatabase, standIn } from "./support.ts";
import { onClock } from "./work-queue-support.ts";

const url = `mongodb://127.0.0.1:${standIn.port}`;
const closing = createClosing();
let clock: FakeClock;
let database: string;
let direct: Mongo;
let after: FileStore;
beforeEach(async () => {
  if (!standIn.isAvailable) return;
  clock = createFakeClock();
  database = ownDatabase();
  direct = await closing.mongo(url, { database, ...onClock(clock) });
  after = await createMongoFileStore(direct);
});
afterEach(() => closing.closeAll());

const chunksLeft = () => direct.db.collection("files.chunks").countDocuments();
const old = Buffer.from("what stood there before");

/** Removes abandoned parts, as a janitor does, and checks what is left. */
const tidy = async () => {
  for (const { name } of await after.listParts()) await after.deletePart(name);
  clock.advance(120_000);
  expect(await after.listParts()).toEqual([]);
};

describe.skipIf(!standIn.isAvailable)("A process killed between any two MongoDB calls of the file store", () => {
  const killed = async (nth: number, deed: (files: FileStore) => Promise<unknown>) => {
    const process = killedBefore(await closing.mongo(url, { database, ...onClock(clock) }), nth);
    const files = await createMongoFileStore(process.mongo);
    process.arm();
    await deed(files).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
  };

  it.each(Array.from({ length: 16 }, (_, n) => n + 1))(
    "has published a whole file or left the previous one, and its leftovers can be removed (call %i)",
    async (nth) => {
      await publish(after, "a.csv", old);
      await killed(nth, (files) => publish(files, "a.csv", twoAndAHalf));
      const content = await contentOf(after, "a.csv");
      expect(isSame(content, twoAndAHalf) || isSame(content, old)).toBe(true);
      expect(await after.list()).toEqual(["a.csv"]);
      await tidy();
      expect(isSame(await contentOf(after, "a.csv"), content)).toBe(true);
      await after.delete("a.csv");
      expect(await after.size("a.csv")).toBeUndefined();
      expect(await chunksLeft()).toBe(0);
    },
  );

  it.each([1, 2, 3, 4, 5, 6, 7])("has deleted a file or left it whole (call %i)", async (nth) => {
    await publish(after, "a.csv", twoAndAHalf);
    await killed(nth, (files) => files.delete("a.csv"));
    const isThere = (await after.size("a.csv")) !== undefined;
    if (isThere) expect(isSame(await contentOf(after, "a.csv"), twoAndAHalf)).toBe(true);
    await tidy();
    expect(await after.list()).toEqual(isThere ? ["a.csv"] : []);
    expect(await chunksLeft()).toBe(isThere ? 3 : 0);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])("has discarded a part or left it (call %i)", async (nth) => {
    await killed(nth, async (files) => {
      const part = await files.createPart("p");
      await part.write(twoAndAHalf);
      await part.discard();
    });
    await tidy();
    expect(await chunksLeft()).toBe(0);
    await publish(after, "p", old);
    expect(isSame(await contentOf(after, "p"), old)).toBe(true);
  });
});

describe.skipIf(!standIn.isAvailable)("A MongoDB file store whose responses are lost", () => {
  let proxy: MongoProxy;
  let lose: (nth: number) => void;
  let files: FileStore;
  beforeEach(async () => {
    proxy = await closing.mongoProxy();
    lose = (nth) => {
      let left = nth;
      proxy.always(() => {
        left -= 1;
        return left === 0 ? { lost: true } : undefined;
      });
    };
    files = await createMongoFileStore(await closing.mongo(proxy.url, { database, ...onClock(clock) }));
  });

  it.each(Array.from({ length: 14 }, (_, n) => n + 1))("publishes a file once and whole (response %i)", async (nth) => {
    await publish(files, "a.csv", old);
    lose(nth);
    await publish(files, "a.csv", twoAndAHalf);
    expect(isSame(await contentOf(after, "a.csv"), twoAndAHalf)).toBe(true);
    await tidy();
    expect(await chunksLeft()).toBe(3);
  });

  it.each([1, 2, 3, 4, 5, 6])("deletes a file or a part and confirms it (response %i)", async (nth) => {
    await publish(files, "a.csv", twoAndAHalf);
    await files.createPart("p");
    lose(nth);
    expect(await files.delete("a.csv")).toBe(true);
    lose(nth);
    expect(await files.deletePart("p")).toBe(true);
    expect([await after.list(), await after.listParts()]).toEqual([[], []]);
  });

  it.each([1, 2, 3, 4])("returns a whole file (response %i)", async (nth) => {
    await publish(files, "a.csv", twoAndAHalf);
    lose(nth);
    expect(isSame(await contentOf(files, "a.csv"), twoAndAHalf)).toBe(true);
  });

  it("accepts bytes only as fast as the server, and finally all", async () => {
    const part = await files.createPart("p");
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    const asked = proxy.next("insert", { held });
    let isTaken = false;
    const writing = part.write(twoAndAHalf).then(() => {
      isTaken = true;
    });
    await asked;
    expect(isTaken).toBe(false);
    go();
    await writing;
    await part.publish("a.csv");
    expect(isSame(await contentOf(after, "a.csv"), twoAndAHalf)).toBe(true);
  });
});
