import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "#tests/support/until.ts";
import { Erased, type Vault } from "../../ports/stores/vault.ts";
import type { Database } from "../database.ts";
import { openStateDatabase } from "./state-database.ts";
import { createSqliteVault } from "./vault.ts";

const key = Buffer.alloc(32, 1);

describe("The vault's rows", () => {
  let folder: string;
  let db: Database;
  let vault: Vault;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-vault-"));
    db = openStateDatabase(join(folder, "state.db"));
    vault = createSqliteVault(db, key);
  });
  afterEach(async () => {
    db.close();
    await rm(folder, { recursive: true });
  });
  const onDisk = async (): Promise<string> => {
    const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), "latin1")));
    return files.join("");
  };

  it("contain no value in plain text, whichever call wrote it", async () => {
    await vault.put("shpat_plain_token", { owner: "t1" });
    await vault.putOnce(["owner@aurora.example"], { owner: "t1", prefix: "pv:" });
    const bytes = await onDisk();
    expect(bytes).toContain("t1");
    expect(bytes).not.toContain("shpat_plain_token");
    expect(bytes).not.toContain("owner@aurora.example");
  });

  it("leave nothing in the file once they are erased and the log is merged", async () => {
    const reference = await vault.put("x", { owner: "owner-to-forget" });
    await vault.erase(reference);
    db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    const bytes = await onDisk();
    expect(bytes).not.toContain(reference);
    expect(bytes).not.toContain("owner-to-forget");
  });

  describe("disappear from the log of a running Sheaf", () => {
    const log = () => readFile(join(folder, "state.db-wal"));
    const sealedOf = (reference: string): Buffer =>
      Buffer.from(db.prepare("SELECT sealed FROM vault WHERE reference = ?").get(reference)?.sealed as Uint8Array);
    const isGone = async (sealed: Buffer) =>
      !(await log()).includes(sealed) && !(await readFile(join(folder, "state.db"))).includes(sealed);
    // Waits for the start's own purge: from here on only an erasure empties the log.
    beforeEach(() => until("the log is emptied at the start", async () => (await log()).length === 0));

    it.each<[string, (kept: string) => Promise<unknown>]>([
      ["when one is erased", (kept) => vault.erase(kept)],
      ["when all rows of an owner are erased", () => vault.eraseOwner("t1")],
      [
        "when an unreferenced one is cleaned up",
        async () => {
          await vault.beginCleanup("pv:");
          await vault.eraseUnreferenced((await vault.beginCleanup("pv:")).map(({ reference }) => reference));
        },
      ],
    ])("%s", async (_when, erase) => {
      const [kept = ""] = await vault.putOnce(["zed@shop.example"], { owner: "t1", prefix: "pv:" });
      const sealed = sealedOf(kept);
      expect((await log()).includes(sealed)).toBe(true);
      await erase(kept);
      await until("the log is without it", () => isGone(sealed));
      expect(await vault.read(kept)).toBe(Erased);
    });

    it("as soon as a reader releases the log", async () => {
      const kept = await vault.put("zed@shop.example", { owner: "t1" });
      const sealed = sealedOf(kept);
      const reader = new DatabaseSync(join(folder, "state.db"), { readOnly: true });
      reader.exec("BEGIN");
      expect(reader.prepare("SELECT count(*) AS n FROM vault").get()?.n).toBe(1);
      await vault.erase(kept);
      expect(db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy).toBe(1);
      expect((await log()).includes(sealed)).toBe(true);
      reader.exec("COMMIT");
      await until("the log is without it", () => isGone(sealed));
      reader.close();
    });

    it("when another process starts, if the erasing one was killed right away", async () => {
      const kept = await vault.put("zed@shop.example", { owner: "t1" });
      const sealed = sealedOf(kept);
      db.prepare("DELETE FROM vault WHERE owner = 't1'").run();
      expect((await log()).includes(sealed)).toBe(true);
      const next = openStateDatabase(join(folder, "state.db"));
      createSqliteVault(next, key);
      await until("the log is without it", () => isGone(sealed));
      next.close();
    });
  });

  it("are refused if they were altered or belong to another reference", async () => {
    const [one, two] = [await vault.put("one", { owner: "t1" }), await vault.put("two", { owner: "t1" })];
    db.prepare(
      "UPDATE vault SET (nonce, sealed) = (SELECT nonce, sealed FROM vault WHERE reference = ?) WHERE reference = ?",
    ).run(one, two);
    await expect(vault.read(two)).rejects.toThrow(/altered/);
    expect(await vault.read(one)).toBe("one");
    db.prepare("UPDATE vault SET owner = 't2' WHERE reference = ?").run(one);
    await expect(vault.read(one)).rejects.toThrow(/altered/);
  });

  it("are encrypted differently each time, so equal values don't look equal", async () => {
    await vault.put("same", { owner: "t1" });
    await vault.put("same", { owner: "t1" });
    const sealed = db.prepare("SELECT DISTINCT hex(sealed) AS sealed FROM vault").all();
    expect(sealed).toHaveLength(2);
  });

  it("are refused at startup if the master key is another one", () => {
    expect(() => createSqliteVault(db, Buffer.alloc(32, 2))).toThrow(/Set MASTER_KEY to that one/);
    expect(() => createSqliteVault(db, Buffer.alloc(31, 1))).toThrow(/32 bytes/);
    createSqliteVault(db, Buffer.from(key));
  });
});
