import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "../memory/clock.ts";
import type { Database } from "./database.ts";
import { openStateDatabase } from "./state/state-database.ts";
import { createSqliteStateStore } from "./state/state-store.ts";

describe("expired entries", () => {
  let folder: string;
  let db: Database;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-purge-"));
    db = openStateDatabase(join(folder, "state.db"));
  });
  afterEach(async () => {
    db.close();
    await rm(folder, { recursive: true });
  });

  it("are removed as fast as they were written", async () => {
    const clock = createFakeClock("2026-11-20T12:00:00.000Z");
    const store = createSqliteStateStore(db, clock);
    const expiresAt = new Date(clock.wall().getTime() + 1_000);
    for (let n = 0; n < 500; n += 1) await store.put(`nonce:${n}`, n, { expiresAt });
    clock.advanceWall(120_000);
    for (let n = 0; n < 3; n += 1) await store.put("progress", n);
    expect(db.prepare("SELECT key FROM state").all()).toEqual([{ key: "progress" }]);
  });

  it("are removed a few at a time if they are large", async () => {
    const clock = createFakeClock("2026-11-20T12:00:00.000Z");
    const store = createSqliteStateStore(db, clock);
    const expiresAt = new Date(clock.wall().getTime() + 1_000);
    for (let n = 0; n < 10; n += 1) await store.put(`command:${n}`, "x".repeat(400_000), { expiresAt });
    clock.advanceWall(120_000);
    const left = [];
    for (let n = 0; n < 6; n += 1) {
      await store.put("progress", n);
      left.push(db.prepare("SELECT key FROM state WHERE key LIKE 'command:%'").all().length);
    }
    expect(left).toEqual([8, 6, 4, 2, 0, 0]);
  });
});
