import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAllFiles } from "#application/exports/list-all-files.ts";
import { createFolderFileStore } from "#infra/folder/file-store.ts";
import { createMemoryFileStore } from "#infra/memory/file-store.ts";
import { createMongoFileStore } from "#infra/mongodb/files/file-store.ts";
import { type FileStore, NoSuchFile } from "#infra/ports/stores/file-store.ts";
import { inMongo } from "../engines/mongodb/support.ts";
import { allOf } from "../support/all-of.ts";
import { engines, inFolder, inMemory, type Opened } from "./support/adapters.ts";

const embedded = () => [
  inMemory<FileStore>(() => createMemoryFileStore()),
  inFolder<FileStore>(
    "folder",
    (folder) => createFolderFileStore({ folder }),
    async () => undefined,
  ),
];
const adapters = engines === "embedded" ? embedded() : inMongo<FileStore>(createMongoFileStore);

describe.each(adapters)("The file store ($name)", (adapter) => {
  let opened: Opened<FileStore>;
  let files: FileStore;
  beforeEach(async () => {
    opened = await adapter.open();
    files = opened.port;
  });
  afterEach(() => opened.close());

  const publish = async (key: string, ...texts: string[]): Promise<void> => {
    const part = await files.createPart(`${key}.1.part`);
    for (const text of texts) await part.write(Buffer.from(text));
    await part.publish(key);
  };
  const contentOf = async (key: string, range?: { start: number; end: number }): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of await files.open(key, range)) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString();
  };

  it("returns the bytes of a published part, even after a restart", async () => {
    await publish("a.csv", "one,", "two\n", "", "drei-ü");
    files = await opened.reopen();
    expect(await contentOf("a.csv")).toBe("one,two\ndrei-ü");
    expect(await files.size("a.csv")).toBe(15);
    expect(await files.list()).toEqual(["a.csv"]);
  });

  it("stores files larger than one read, byte for byte", async () => {
    const big = Array.from({ length: 300_000 }, (_, n) => String.fromCharCode(97 + (n % 26))).join("");
    await publish("big.csv", big.slice(0, 200_001), big.slice(200_001));
    expect((await contentOf("big.csv")) === big).toBe(true);
  });

  it("stores an empty file", async () => {
    await publish("empty.csv");
    expect([await files.size("empty.csv"), await contentOf("empty.csv")]).toEqual([0, ""]);
  });

  it("returns a range, both ends included", async () => {
    await publish("a.csv", "0123456789");
    expect(await contentOf("a.csv", { start: 2, end: 4 })).toBe("234");
    expect(await contentOf("a.csv", { start: 9, end: 9 })).toBe("9");
    expect(await contentOf("a.csv", { start: 8, end: 99 })).toBe("89");
  });

  it("hides a part until it is published", async () => {
    const part = await files.createPart("a.csv.1.part");
    await part.write(Buffer.from("half"));
    expect(await files.size("a.csv.1.part")).toBeUndefined();
    await expect(files.open("a.csv.1.part")).rejects.toBeInstanceOf(NoSuchFile);
    expect(await files.list()).toEqual([]);
    const [listed] = await files.listParts();
    expect(listed?.name).toBe("a.csv.1.part");
    expect(listed?.modifiedAt).toBeInstanceOf(Date);
    await part.publish("a.csv");
    expect([await files.list(), await files.listParts()]).toEqual([["a.csv"], []]);
  });

  it("leaves nothing of a discarded part, even if it is discarded repeatedly", async () => {
    const part = await files.createPart("p");
    await part.write(Buffer.from("x"));
    await part.discard();
    await part.discard();
    expect(await files.listParts()).toEqual([]);
    await expect(part.publish("a.csv")).rejects.toThrow(/discarded/);
    await expect(part.write(Buffer.from("x"))).rejects.toThrow(/discarded/);
  });

  it("keeps a published file unchanged by later calls on its part", async () => {
    const part = await files.createPart("p");
    await part.write(Buffer.from("x"));
    await part.publish("a.csv");
    await part.discard();
    await expect(part.write(Buffer.from("y"))).rejects.toThrow(/published/);
    await expect(part.publish("b.csv")).rejects.toThrow(/published/);
    expect(await contentOf("a.csv")).toBe("x");
  });

  it("replaces a file with the same key as a whole", async () => {
    await publish("a.csv", "a long first content");
    await publish("a.csv", "short");
    expect(await contentOf("a.csv")).toBe("short");
  });

  it.each([
    ["replaced", () => publish("a.csv", "new".repeat(200_000))],
    ["deleted", () => files.delete("a.csv")],
  ])(
    "returns the whole of a file that is %s while it is read, or fails, but never a part or a mix",
    async (_, change) => {
      const old = "old".repeat(200_000);
      await publish("a.csv", old);
      const stream = await files.open("a.csv");
      const chunks: Buffer[] = [];
      const read = (async () => {
        for await (const chunk of stream) {
          if (chunks.length === 0) await change();
          chunks.push(Buffer.from(chunk));
        }
        return Buffer.concat(chunks).toString() === old;
      })();
      await expect(read.catch(() => "failed")).resolves.not.toBe(false);
    },
  );

  it("lists its keys in pages, in order, however they were published", async () => {
    const keys = Array.from({ length: 25 }, (_, n) => `file-${String(n).padStart(2, "0")}.csv`);
    for (const key of keys.toReversed()) await publish(key, "x");
    await files.createPart("file-03.part");
    expect(await files.list({ limit: 10 })).toEqual(keys.slice(0, 10));
    expect(await files.list({ after: "file-09.csv", limit: 10 })).toEqual(keys.slice(10, 20));
    expect(await files.list({ after: "file-09.csv.", limit: 2 })).toEqual(keys.slice(10, 12));
    expect(await files.list({ after: "file-24.csv" })).toEqual([]);
    expect(await allOf(listAllFiles(files, 7))).toEqual(keys);
  });

  it("continues listing after a key that was deleted in the meantime", async () => {
    for (const key of ["a", "b", "c"]) await publish(key, "x");
    expect(await files.list({ limit: 2 })).toEqual(["a", "b"]);
    await files.delete("b");
    expect(await files.list({ after: "b", limit: 2 })).toEqual(["c"]);
  });

  it("lets only one writer have a part", async () => {
    const part = await files.createPart("p");
    await expect(files.createPart("p")).rejects.toThrow(/exist/i);
    await part.discard();
    await (await files.createPart("p")).discard();
  });

  it("deletes files and parts once", async () => {
    await publish("a.csv", "x");
    await files.createPart("p");
    expect([await files.delete("a.csv"), await files.delete("a.csv")]).toEqual([true, false]);
    expect([await files.deletePart("p"), await files.deletePart("p")]).toEqual([true, false]);
    expect(await files.size("a.csv")).toBeUndefined();
    await expect(files.open("a.csv")).rejects.toBeInstanceOf(NoSuchFile);
  });

  it("can't publish a part that was removed in the meantime", async () => {
    const part = await files.createPart("p");
    await part.write(Buffer.from("x"));
    await files.deletePart("p");
    await expect(part.publish("a.csv")).rejects.toThrow();
    expect(await files.list()).toEqual([]);
  });

  it.each([
    "",
    ".",
    "..",
    "../a",
    "a/b",
    "a\\b",
    "/etc/passwd",
    ".hidden",
    "a b",
    "ü",
    "parts",
    "a\u0000b",
    "x".repeat(201),
  ])("refuses %j as a key", async (key) => {
    await expect(files.size(key)).rejects.toThrow(RangeError);
    await expect(files.open(key)).rejects.toThrow(RangeError);
    await expect(Promise.resolve().then(() => files.delete(key))).rejects.toThrow(RangeError);
    const part = await files.createPart("p");
    await expect(part.publish(key)).rejects.toThrow(RangeError);
    await part.discard();
    if (key !== "parts") await expect(files.createPart(key)).rejects.toThrow(RangeError);
  });
});
