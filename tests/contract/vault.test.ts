import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { Erased, type Vault } from "#infra/ports/vault.ts";
import { openStateDatabase } from "#infra/sqlite/state-database.ts";
import { createSqliteVault } from "#infra/sqlite/vault.ts";
import { inFolder, inMemory, type Opened } from "./support/adapters.ts";

const masterKey = Buffer.alloc(32, 7);
const databases = new WeakMap<Vault, { close(): void }>();

const adapters = [
  inMemory<Vault>(() => createMemoryVault()),
  inFolder<Vault>(
    "sqlite",
    (folder) => {
      const database = openStateDatabase(join(folder, "state.db"));
      const vault = createSqliteVault(database, masterKey);
      databases.set(vault, database);
      return vault;
    },
    async (vault) => databases.get(vault)?.close(),
  ),
];

describe.each(adapters)("The vault ($name)", (adapter) => {
  let opened: Opened<Vault>;
  let vault: Vault;
  beforeEach(async () => {
    opened = await adapter.open();
    vault = opened.port;
  });
  afterEach(() => opened.close());

  it("gives a value back for its reference, over a restart", async () => {
    const reference = await vault.put("päss \u200b 𝄞", { owner: "t1" });
    const empty = await vault.put("", { owner: "t1" });
    vault = await opened.reopen();
    expect(await vault.read(reference)).toBe("päss \u200b 𝄞");
    expect(await vault.read(empty)).toBe("");
  });

  it("makes a new reference for each value, and says nothing of the value in it", async () => {
    const references = [await vault.put("secret", { owner: "t1" }), await vault.put("secret", { owner: "t1" })];
    expect(new Set(references).size).toBe(2);
    expect(references.join()).not.toContain("secret");
  });

  it("reads what it does not have as erased", async () => {
    expect(await vault.read("vault-unknown")).toBe(Erased);
  });

  it("erases one value", async () => {
    const [gone, kept] = [await vault.put("a", { owner: "t1" }), await vault.put("b", { owner: "t1" })];
    expect(await vault.erase(gone)).toBe(true);
    expect(await vault.erase(gone)).toBe(false);
    expect([await vault.read(gone), await vault.read(kept)]).toEqual([Erased, "b"]);
  });

  it("erases everything of one owner and nothing of another", async () => {
    const mine = [await vault.put("a", { owner: "t1", lookup: "x" }), await vault.put("b", { owner: "t1" })];
    const theirs = await vault.put("c", { owner: "t2", lookup: "x" });
    expect(await vault.eraseOwner("t1")).toBe(2);
    expect(await vault.eraseOwner("t1")).toBe(0);
    expect(await Promise.all(mine.map((reference) => vault.read(reference)))).toEqual([Erased, Erased]);
    expect(await vault.read(theirs)).toBe("c");
    expect([await vault.find("t1", "x"), await vault.find("t2", "x")]).toEqual([[], [theirs]]);
  });

  it("replaces the value of a reference that was given, for the same owner alone", async () => {
    const reference = await vault.put("old", { owner: "t1", reference: "token-1", lookup: "old" });
    expect(await vault.put("new", { owner: "t1", reference: "token-1", lookup: "new" })).toBe("token-1");
    expect(await vault.read(reference)).toBe("new");
    expect([await vault.find("t1", "old"), await vault.find("t1", "new")]).toEqual([[], ["token-1"]]);
    await expect(vault.put("theirs", { owner: "t2", reference: "token-1" })).rejects.toThrow(/another owner/);
    expect(await vault.read(reference)).toBe("new");
  });

  it("finds references by their lookup, whatever its case and outer blanks", async () => {
    const first = await vault.put("a", { owner: "t1", lookup: " Owner@Aurora.example " });
    const second = await vault.put("b", { owner: "t1", lookup: "owner@aurora.example" });
    await vault.put("c", { owner: "t1", lookup: "other@aurora.example" });
    await vault.put("d", { owner: "t2", lookup: "owner@aurora.example" });
    expect(await vault.find("t1", "OWNER@aurora.example")).toEqual([first, second].sort());
    expect(await vault.find("t1", "nobody@aurora.example")).toEqual([]);
  });

  it("signs the same text the same way for one purpose, over a restart, and differently for others", async () => {
    const signature = vault.sign("file-link", "export-1");
    expect(signature).toMatch(/^[A-Za-z0-9_-]{43}$/);
    vault = await opened.reopen();
    expect(vault.sign("file-link", "export-1")).toBe(signature);
    expect(vault.sign("file-link", "export-2")).not.toBe(signature);
    expect(vault.sign("session", "export-1")).not.toBe(signature);
  });
});
