import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { quarantineFile } from "./quarantine.ts";
import { createQuarantinedCopies } from "./quarantined-copies.ts";

describe("removing stores that were set aside", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-aside-"));
    const [first, later] = [new Date("2026-11-01T10:20:30.123Z"), new Date("2026-11-20T00:00:00.000Z")];
    for (const [name, why, when] of [
      ["state", "damaged", first],
      ["state", "damaged", later],
      ["read-models", "outdated", first],
      ["events", "damaged", first],
    ] as const) {
      for (const ending of ["", "-wal"]) await writeFile(join(folder, `${name}.db${ending}`), "");
      quarantineFile(join(folder, `${name}.db`), why, when);
    }
    for (const name of ["state.db", "state.db-wal", "state.damaged-mine.db", "master.key"])
      await writeFile(join(folder, name), "");
  });
  afterEach(() => rm(folder, { recursive: true }));

  const others = [
    "events.damaged-20261101T102030.123Z.db",
    "events.damaged-20261101T102030.123Z.db-wal",
    "master.key",
    "state.damaged-mine.db",
    "state.db",
    "state.db-wal",
  ];

  it("removes those that are old enough, with their logs", async () => {
    expect(await createQuarantinedCopies(folder).remove({ before: new Date("2026-11-01T10:20:30.124Z") })).toEqual([
      "read-models.outdated-20261101T102030.123Z.db",
      "state.damaged-20261101T102030.123Z.db",
    ]);
    const later = ["", "-wal"].map((ending) => `state.damaged-20261120T000000.000Z.db${ending}`);
    expect((await readdir(folder)).toSorted()).toEqual([...others, ...later].toSorted());
  });

  it("removes all of them except event stores, stores in use and other files", async () => {
    expect(await createQuarantinedCopies(folder).remove()).toHaveLength(3);
    expect((await readdir(folder)).toSorted()).toEqual(others);
  });
});
