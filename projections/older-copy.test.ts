import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { createSqliteEventStore } from "#infra/sqlite/events/event-store.ts";
import { createSqliteReadStore } from "#infra/sqlite/read-models/read-store.ts";
import { createRunners, type Runners, type Stores } from "#tests/support/projection-runners.ts";

let folder: string;
let eventStore: EventStore;
let stores: Stores;
let runners: Runners;
const file = () => join(folder, "read-models.db");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-older-copy-"));
  eventStore = createSqliteEventStore({ file: join(folder, "events.db") });
  stores = {
    eventStore,
    readStore: createSqliteReadStore({ file: file() }),
    elsewhere: () => stores.readStore,
    // Simulates an older copy put in place while everything was stopped.
    reopen: async () => {
      await stores.readStore.close();
      for (const ending of ["", "-wal", "-shm"]) rmSync(file() + ending, { force: true });
      cpSync(join(folder, "copy.db"), file());
      stores.readStore = createSqliteReadStore({ file: file() });
    },
    close: async () => {
      await stores.readStore.close();
      await eventStore.close();
      rmSync(folder, { recursive: true });
    },
  };
  runners = createRunners(stores);
});
afterEach(async () => {
  await runners.halt();
  await stores.close();
});

it("an older copy restored while Sheaf was stopped is updated from its own checkpoint", async () => {
  runners.start();
  expect(await runners.hasSeen(await runners.append("export-a", "w"))).toBe(true);
  const online = new DatabaseSync(file());
  online.exec(`VACUUM INTO '${join(folder, "copy.db")}'`);
  online.close();
  await runners.append("export-b", "w", "w");
  expect(await runners.hasSeen(await runners.append("export-a", "w"))).toBe(true);
  const before = await runners.rows();
  await runners.halt();
  await stores.reopen();
  expect(Object.keys(await runners.rows())).toEqual(["export-a"]);
  runners.start();
  expect(await runners.hasSeen((await eventStore.headPosition()) ?? "")).toBe(true);
  expect(await runners.rows()).toEqual(before);
});
