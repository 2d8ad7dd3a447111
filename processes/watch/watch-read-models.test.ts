import { copyFile, mkdtemp, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readDamageReport } from "#infra/sqlite/files/quarantine.ts";
import { watchReadModels } from "./watch-read-models.ts";

let dataDir: string;
let stop: AbortController;
let writer: number | undefined;
/** Number of calls for the writer: at least one per check. */
let asked: number;
let told: string[];
const at = (ending = "") => join(dataDir, `read-models.db${ending}`);

const looks = async (count = 6) => {
  const start = asked;
  await expect.poll(() => asked).toBeGreaterThan(start + count);
};
/** Writes the file as a numbering writer would. Uses a draft, as closing the file here would drop a real process's locks. */
const write = async (generation: number, pages = 20) => {
  const draft = join(dataDir, "draft");
  const db = new DatabaseSync(draft);
  db.exec(`CREATE TABLE t (value BLOB); PRAGMA application_id = ${generation}; BEGIN`);
  const insert = db.prepare("INSERT INTO t VALUES (zeroblob(4000))");
  while (Number(db.prepare("PRAGMA page_count").get()?.page_count) < pages) insert.run();
  db.exec("COMMIT");
  db.close();
  await copyFile(draft, at());
  await rm(draft);
};

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-read-models-"));
  await write(7);
  for (const ending of ["-wal", "-shm"]) await writeFile(at(ending), "");
  stop = new AbortController();
  writer = 1;
  asked = 0;
  told = [];
  watchReadModels({
    dataDir,
    say: (line) => told.push(line),
    writer: () => {
      asked += 1;
      return writer;
    },
    signal: stop.signal,
    every: 1,
    steady: () => 0,
  });
  await looks();
  await write(8, 22);
  await looks();
  expect(told).toEqual([]);
});
afterEach(async () => {
  stop.abort();
  await rm(dataDir, { recursive: true, force: true });
});

it.each<[string, () => Promise<unknown>, RegExp]>([
  ["overwritten with an older copy", () => write(7, 22), /overwritten with an older copy while/],
  ["overwritten with another one", () => write(70_000, 40), /overwritten with another one while/],
  ["cut", () => truncate(at(), 16_384), /it was cut/],
  ["emptied", () => truncate(at(), 0), /it was cut/],
  ["robbed of its -wal", () => rm(at("-wal")), /read-models\.db-wal was removed while/],
  [
    "given another -shm",
    () => writeFile(at("other"), "").then(() => rename(at("other"), at("-shm"))),
    /read-models\.db-shm was replaced while/,
  ],
])("read models that are %s are reported once, to be set aside", async (_what, disturb, words) => {
  await disturb();
  await expect.poll(() => readDamageReport(at())).toMatch(words);
  await looks();
  expect(told).toEqual([expect.stringMatching(/It is set aside, and the read models are rebuilt from the events\.$/)]);
});

it("files that a writer removes at its end, and the next one creates, are no problem", async () => {
  writer = undefined;
  for (const ending of ["", "-wal", "-shm"]) await rm(at(ending));
  await looks();
  await write(3, 5);
  for (const ending of ["-wal", "-shm"]) await writeFile(at(ending), "");
  writer = 2;
  await looks();
  expect([told, readDamageReport(at())]).toEqual([[], undefined]);
});

it("a file that was itself replaced is left to its writer", async () => {
  await copyFile(at(), at("other"));
  await rename(at("other"), at());
  await write(3, 5);
  await looks();
  expect([told, readDamageReport(at())]).toEqual([[], undefined]);
});
