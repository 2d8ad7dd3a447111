import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { createMongoVault } from "#infra/mongodb/state/vault.ts";
import { Erased, type Vault } from "#infra/ports/stores/vault.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { createSqliteVault } from "#infra/sqlite/state/vault.ts";
import { inMongo } from "#tests/engines/mongodb/support.ts";
import { engines, inFolder, inMemory, type Opened } from "./support/adapters.ts";

const masterKey = Buffer.alloc(32, 7);
const databases = new WeakMap<Vault, { close(): void }>();

const embedded = () => [
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
const distributed = () => inMongo<Vault>((mongo) => createMongoVault(mongo, masterKey));
const adapters = engines === "distributed" ? distributed() : embedded();

describe.each(adapters)("The vault ($name)", (adapter) => {
  let opened: Opened<Vault>;
  let vault: Vault;
  beforeEach(async () => {
    opened = await adapter.open();
    vault = opened.port;
  });
  afterEach(() => opened.close());

  it("returns a value by its reference, even after a restart", async () => {
    const reference = await vault.put("päss \u200b 𝄞", { owner: "t1" });
    const empty = await vault.put("", { owner: "t1" });
    vault = await opened.reopen();
    expect(await vault.read(reference)).toBe("päss \u200b 𝄞");
    expect(await vault.read(empty)).toBe("");
  });

  it("creates a new reference for each value, which reveals nothing of the value", async () => {
    const references = [await vault.put("secret", { owner: "t1" }), await vault.put("secret", { owner: "t1" })];
    expect(new Set(references).size).toBe(2);
    expect(references.join()).not.toContain("secret");
  });

  it("reads missing values as erased", async () => {
    expect(await vault.read("vault-unknown")).toBe(Erased);
  });

  it("erases one value", async () => {
    const [gone, kept] = [await vault.put("a", { owner: "t1" }), await vault.put("b", { owner: "t1" })];
    expect(await vault.erase(gone)).toBe(true);
    expect(await vault.erase(gone)).toBe(false);
    expect([await vault.read(gone), await vault.read(kept)]).toEqual([Erased, "b"]);
  });

  it("erases all values of one owner and none of another", async () => {
    const mine = [
      ...(await vault.putOnce(["a"], { owner: "t1", prefix: "x:" })),
      await vault.put("b", { owner: "t1" }),
    ];
    const [theirs = ""] = await vault.putOnce(["c"], { owner: "t2", prefix: "x:" });
    expect(await vault.eraseOwner("t1")).toBe(2);
    expect(await vault.eraseOwner("t1")).toBe(0);
    expect(await Promise.all(mine.map((reference) => vault.read(reference)))).toEqual([Erased, Erased]);
    expect(await vault.read(theirs)).toBe("c");
    const all = () => true;
    expect([await vault.findMatching("t1", "x:", all), await vault.findMatching("t2", "x:", all)]).toEqual([
      [],
      [theirs],
    ]);
  });

  it("replaces the value of a given reference, only for the same owner", async () => {
    const reference = await vault.put("old", { owner: "t1", reference: "token-1" });
    expect(await vault.put("new", { owner: "t1", reference: "token-1" })).toBe("token-1");
    expect(await vault.read(reference)).toBe("new");
    await expect(vault.put("theirs", { owner: "t2", reference: "token-1" })).rejects.toThrow(/another owner/);
    expect(await vault.read(reference)).toBe("new");
  });

  it("stores an owner's value once until it is erased, even after a restart", async () => {
    const keep = (values: string[], owner = "t1", prefix = "pv:") => vault.putOnce(values, { owner, prefix });
    const [ann = "", ANN = "", again] = await keep(["ann", "ANN", "ann"]);
    expect(ann).toMatch(/^pv:[\w-]{22}$/);
    expect([ann === again, ann === ANN]).toEqual([true, false]);
    vault = await opened.reopen();
    expect(await keep(["bob", "ann"])).toEqual([expect.not.stringMatching(ann), ann]);
    expect(await keep(["ann"], "t2")).not.toEqual([ann]);
    expect(await keep(["ann"], "t1", "other:")).toEqual([expect.stringMatching(/^other:/)]);
    await vault.erase(ann);
    const [anew = ""] = await keep(["ann"]);
    expect(anew).not.toBe(ann);
    expect([await vault.read(ann), await vault.read(anew), await vault.read(ANN)]).toEqual([Erased, "ann", "ANN"]);
  });

  it("stores a value once even if it is put several times at the same time", async () => {
    const values = Array.from({ length: 450 }, (_, n) => `value ${n}`);
    const kept = await Promise.all([1, 2, 3].map(() => vault.putOnce(values, { owner: "t1", prefix: "pv:" })));
    expect(kept[1]).toEqual(kept[0]);
    expect(kept[2]).toEqual(kept[0]);
    expect(new Set(kept[0]).size).toBe(450);
    expect([...(await vault.readAll(kept[0] ?? [])).values()].sort()).toEqual([...values].sort());
  });

  it("finds the references of stored values without storing the sought ones", async () => {
    const [ann] = await vault.putOnce(["ann"], { owner: "t1", prefix: "pv:" });
    const known = (owner: string, prefix: string) => vault.findReferences(["bob", "ann"], { owner, prefix });
    expect(await known("t1", "pv:")).toEqual([undefined, ann]);
    expect([await known("t2", "pv:"), await known("t1", "x:")].flat()).toEqual(Array(4).fill(undefined));
    expect(await vault.findMatching("t1", "pv:", () => true)).toEqual([ann]);
    expect(await vault.findReferences([], { owner: "t1", prefix: "pv:" })).toEqual([]);
  });

  describe("when it is swept", () => {
    const keep = async (...values: string[]) => vault.putOnce(values, { owner: "t1", prefix: "pv:" });
    const known = (...values: string[]) => vault.findReferences(values, { owner: "t1", prefix: "pv:" });
    const given = async (value: string) => (await keep(value))[0] ?? "";

    it("returns values that were new at the previous sweep, with their owners, even after a restart", async () => {
      const ann = await given("ann");
      const [theirs = ""] = await vault.putOnce(["ann"], { owner: "t2", prefix: "pv:" });
      await vault.putOnce(["ann"], { owner: "t1", prefix: "x:" });
      await vault.put("put", { owner: "t1", reference: "pv:put" });
      expect(await vault.beginCleanup("pv:")).toEqual([]);
      vault = await opened.reopen();
      const bob = await given("bob");
      const swept = [
        { reference: ann, owner: "t1" },
        { reference: theirs, owner: "t2" },
      ];
      const inOrder = swept.sort((one, other) => (one.reference < other.reference ? -1 : 1));
      expect(await vault.beginCleanup("pv:")).toEqual(inOrder);
      expect(await vault.eraseUnreferenced([ann, bob, "pv:put", "pv:unknown"])).toBe(2);
      expect(await vault.readAll([ann, theirs, "pv:put"])).toEqual(
        new Map([
          [theirs, "ann"],
          ["pv:put", "put"],
        ]),
      );
    });

    it("doesn't find a value that may be erased, and keeps it if it is stored again", async () => {
      const ann = await given("ann");
      await vault.beginCleanup("pv:");
      expect(await known("ann")).toEqual([undefined]);
      await vault.beginCleanup("pv:");
      expect(await given("ann")).toBe(ann);
      expect(await known("ann")).toEqual([ann]);
      expect(await vault.eraseUnreferenced([ann])).toBe(0);
      expect(await vault.beginCleanup("pv:")).toEqual([]);
      expect(await vault.read(ann)).toBe("ann");
    });

    it("keeps referenced values", async () => {
      const [ann = "", bob = ""] = await keep("ann", "bob");
      await vault.markReferenced([ann, "pv:unknown"]);
      await vault.beginCleanup("pv:");
      expect(await known("ann", "bob")).toEqual([ann, undefined]);
      expect(await vault.beginCleanup("pv:")).toEqual([{ reference: bob, owner: "t1" }]);
      expect(await vault.eraseUnreferenced([ann, bob])).toBe(1);
      expect([await vault.read(ann), await vault.read(bob)]).toEqual(["ann", Erased]);
      expect(await given("bob")).not.toBe(bob);
    });

    it("handles many values at once", async () => {
      const references = await keep(...Array.from({ length: 450 }, (_, n) => `value ${n}`));
      await vault.beginCleanup("pv:");
      expect(await vault.beginCleanup("pv:")).toHaveLength(450);
      await vault.markReferenced(references.slice(0, 225));
      expect(await vault.eraseUnreferenced(references)).toBe(225);
      expect(await vault.beginCleanup("pv:")).toEqual([]);
      expect([...(await vault.readAll(references)).keys()]).toEqual(references.slice(0, 225));
    });
  });

  it("reads many values at once, omitting erased ones", async () => {
    const [one = "", two = ""] = await vault.putOnce(["one", "two"], { owner: "t1", prefix: "pv:" });
    await vault.erase(one);
    expect(await vault.readAll([one, two, "pv:unknown"])).toEqual(new Map([[two, "two"]]));
    expect(await vault.readAll([])).toEqual(new Map());
  });

  it("finds an owner's values by prefix and predicate", async () => {
    const values = Array.from({ length: 450 }, (_, n) => `value ${n}`);
    const kept = await vault.putOnce(values, { owner: "t1", prefix: "pv:" });
    await vault.putOnce(values, { owner: "t2", prefix: "pv:" });
    await vault.put("value 7", { owner: "t1", reference: "token:1" });
    const found = await vault.findMatching("t1", "pv:", (value) => /7$/.test(value));
    expect(found).toEqual(kept.filter((_, n) => n % 10 === 7).sort());
    expect(await vault.findMatching("t3", "pv:", () => true)).toEqual([]);
  });

  it("signs a text the same way for one purpose, even after a restart, and differently for others", async () => {
    const signature = vault.sign("file-link", "export-1");
    expect(signature).toMatch(/^[A-Za-z0-9_-]{43}$/);
    vault = await opened.reopen();
    expect(vault.sign("file-link", "export-1")).toBe(signature);
    expect(vault.sign("file-link", "export-2")).not.toBe(signature);
    expect(vault.sign("session", "export-1")).not.toBe(signature);
  });
});
