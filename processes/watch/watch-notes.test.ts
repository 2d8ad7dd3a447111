import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readNotes, watchNotes } from "./watch-notes.ts";

it("reports read models that were set aside, with the reason", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-notes-"));
  const config = { DATA_DIR: dataDir, MASTER_KEY: "configured" };
  expect(readNotes(config)).toEqual([]);
  for (const why of ["damaged", "newer", "outdated"]) await writeFile(join(dataDir, `read-models.${why}-1.db`), "");
  expect(readNotes(config)).toEqual([
    expect.stringMatching(/was damaged and was rebuilt. The old one is read-models\.damaged-1\.db\./),
    expect.stringMatching(/newer version of Sheaf and was rebuilt. The old one is read-models\.newer-1\.db\./),
  ]);
  await rm(dataDir, { recursive: true });
});

it("reports stores that a repair set aside: their content, and the time they are kept", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-notes-"));
  for (const name of ["state", "events"]) await writeFile(join(dataDir, `${name}.damaged-20261101T102030.123Z.db`), "");
  expect(readNotes({ DATA_DIR: dataDir, MASTER_KEY: "configured" })).toEqual([
    expect.stringMatching(/^events\.damaged-20261101T102030\.123Z\.db .*holds no personal values/),
    expect.stringMatching(/^state\.damaged-.* holds tokens and personal values.*or upkeep on 2026-11-08\./),
  ]);
  await rm(dataDir, { recursive: true });
});

it("reports nothing for a missing data folder", () => {
  expect(readNotes({ DATA_DIR: "/nowhere/at/all", MASTER_KEY: undefined })).toEqual([]);
});

it("reports a master key that is missing while Sheaf runs, unless another is configured", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-notes-"));
  const note = /master\.key is missing\. What is running continues.*Restore it before you stop Sheaf/;
  expect(readNotes({ DATA_DIR: dataDir, MASTER_KEY: undefined })).toEqual([expect.stringMatching(note)]);
  await writeFile(join(dataDir, "master.key"), "");
  expect(readNotes({ DATA_DIR: dataDir, MASTER_KEY: undefined })).toEqual([]);
  await rm(dataDir, { recursive: true });
});

it("checks the folder once a second at most, and reports later changes", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-notes-"));
  let now = 0;
  const notes = watchNotes({ DATA_DIR: dataDir, MASTER_KEY: "configured" }, { steady: () => now });
  expect(notes()).toEqual([]);
  await writeFile(join(dataDir, "read-models.damaged-1.db"), "");
  now = 999;
  expect(notes()).toEqual([]);
  now = 1_000;
  expect(notes()).toEqual([expect.stringContaining("was damaged")]);
  await rm(dataDir, { recursive: true });
});
