import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { notesOn } from "./notes.ts";

it("tells of read models that were set aside, and why", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-notes-"));
  expect(notesOn(dataDir)).toEqual([]);
  for (const why of ["damaged", "newer", "outdated"]) await writeFile(join(dataDir, `read-models.${why}-1.db`), "");
  expect(notesOn(dataDir)).toEqual([
    expect.stringMatching(/was damaged and has been built anew; the old one is read-models\.damaged-1\.db\./),
    expect.stringMatching(/newer version of Sheaf and has been built anew; the old one is read-models\.newer-1\.db\./),
  ]);
  await rm(dataDir, { recursive: true });
});

it("tells nothing of a data folder that is gone", () => {
  expect(notesOn("/nowhere/at/all")).toEqual([]);
});
