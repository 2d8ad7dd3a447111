import type { Collection } from "mongodb";
import { afterEach, describe, expect, it } from "vitest";
import { createMongoVault } from "#infra/mongodb/state/vault.ts";
import { createVaultCleanup } from "#infra/mongodb/state/vault-cleanup.ts";
import type { VaultDocument } from "#infra/mongodb/state/vault-documents.ts";
import { createClosing, mongoUrl } from "./support.ts";

const open = createClosing();
afterEach(() => open.closeAll());

/** Notes how much each question finds. */
const counting = (values: Collection<VaultDocument>) => {
  const found: number[] = [];
  const find = (...asked: Parameters<typeof values.find>) => {
    const cursor = values.find(...asked);
    const toArray = cursor.toArray.bind(cursor);
    cursor.toArray = async () => {
      const all = await toArray();
      found.push(all.length);
      return all;
    };
    return cursor;
  };
  const counted = new Proxy(values, { get: (of, name) => (name === "find" ? find : Reflect.get(of, name).bind(of)) });
  return { found, counted };
};

describe.skipIf(mongoUrl() === undefined)("A sweep of the vault in MongoDB", () => {
  it("reads at most 200 values at once, and returns each once, in order", async () => {
    const mongo = await open.mongo(mongoUrl() ?? "");
    const vault = await createMongoVault(mongo, Buffer.alloc(32, 1));
    const references = await vault.putOnce(
      Array.from({ length: 1_000 }, (_, n) => `value ${n}`),
      { owner: "t1", prefix: "pv:" },
    );
    const { found, counted } = counting(mongo.db.collection<VaultDocument>("vault"));
    const sweep = createVaultCleanup(mongo, counted);
    expect(await sweep.beginCleanup("pv:")).toEqual([]);
    await vault.putOnce(["later"], { owner: "t1", prefix: "pv:" });
    expect((await sweep.beginCleanup("pv:")).map(({ reference }) => reference)).toEqual(references.toSorted());
    expect(found.reduce((sum, count) => sum + count, 0)).toBe(2_001);
    expect(Math.max(...found)).toBe(200);
  });
});
