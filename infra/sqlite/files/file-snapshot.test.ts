import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFileSnapshot } from "./file-snapshot.ts";

let folder: string;
let writer: DatabaseSync;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-snapshot-"));
  writer = new DatabaseSync(join(folder, "a.db"));
  writer.exec("PRAGMA journal_mode = WAL; CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT)");
});
afterEach(async () => {
  writer.close();
  await rm(folder, { recursive: true });
});

const write = () => writer.exec("INSERT INTO things (text) VALUES ('x')");
const countIn = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db.prepare("SELECT count(*) AS n FROM things").get()?.n;
  } finally {
    db.close();
  }
};

describe("a snapshot", () => {
  it("has the data committed when it was taken, including the log, and nothing later", async () => {
    write();
    const snapshot = openFileSnapshot(join(folder, "a.db"));
    write();
    await snapshot.copyTo(join(folder, "copy.db"), new AbortController().signal);
    snapshot.close();
    expect(countIn(join(folder, "copy.db"))).toBe(1);
    expect(countIn(join(folder, "a.db"))).toBe(2);
  });

  it.skipIf(!existsSync("/dev/full"))("reports a full disk at the copy's destination", async () => {
    const snapshot = openFileSnapshot(join(folder, "a.db"));
    await expect(snapshot.copyTo("/dev/full", new AbortController().signal)).rejects.toThrow(
      "The disk for /dev/full has too little free space.",
    );
    snapshot.close();
  });
});
