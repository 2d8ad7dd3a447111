import { buffer } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { removeExpiredFile } from "#application/exports/sidecar-files.ts";
import { containsAny } from "#application/people/people-file.ts";
import {
  createPeopleHash,
  keyMark,
  type PersonMark,
  peopleHashBytes,
  unknownPersonHash,
} from "#application/people/people-hash.ts";
import { aboutAnn, ann, bob, type PrivacyUpkeep, privacyUpkeep, tenant } from "#tests/support/privacy-upkeep.ts";

let test: PrivacyUpkeep;
beforeEach(() => {
  test = privacyUpkeep();
});

/** An erasure that also names the order, so nothing of the customer is left. */
const everythingOfAnn = { ...aboutAnn, orders: ["5000"] };
const holds = (id: string, marks: PersonMark[]) => {
  const hash = createPeopleHash(test.deps.vault, tenant);
  return containsAny(test.deps.fileStore, `${id}.1.csv`, marks.map(hash), hash);
};
const noted = async (id: string) => buffer(await test.deps.fileStore.open(`${id}.1.people`));

describe("when a customer is erased (ADR 97)", () => {
  it("then their hashes are removed from each file's record of people, and all others are kept", async () => {
    await test.givenFile("a", [...bob, ...ann]);
    await test.asks("p", "customer-erasure", everythingOfAnn);
    await test.work();
    expect([await holds("a", ann), await holds("a", bob)]).toEqual([false, true]);
    const hash = createPeopleHash(test.deps.vault, tenant);
    expect((await noted("a")).toString("hex")).toBe([keyMark, ...bob].map(hash).join(""));
    expect(await test.deps.fileStore.listParts()).toEqual([]);
  });

  it("then their hashes are removed from records of expired files too, which are still listed", async () => {
    await test.givenFile("a", [...ann, ...bob]);
    test.clock.advance(8 * 86_400_000);
    await test.onExport("a", { type: "ExpireExport" });
    await removeExpiredFile(test.deps.fileStore, "a.1.csv");
    await test.asks("p", "customer-erasure", everythingOfAnn);
    await test.work();
    expect([await holds("a", ann), await holds("a", bob)]).toEqual([false, true]);
    expect(await test.endOf("p")).toMatchObject({ counts: { exports: 1, files: 0 }, exports: [{ exportId: "a" }] });
  });

  it("then all files are listed at the end, even if upkeep was stopped after the hashes were removed", async () => {
    for (const id of ["a", "b"]) await test.givenFile(id, ann);
    test.clock.advance(8 * 86_400_000);
    await test.onExport("b", { type: "ExpireExport" });
    await removeExpiredFile(test.deps.fileStore, "b.1.csv");
    await test.asks("p", "customer-erasure", everythingOfAnn);
    const { outbox } = test.deps;
    const { removeOfTenant } = outbox;
    outbox.removeOfTenant = () => {
      outbox.removeOfTenant = removeOfTenant;
      return Promise.reject(new Error("the folder is away"));
    };
    await test.work();
    expect([await test.endOf("p"), await holds("a", ann), await holds("b", ann)]).toEqual([undefined, false, false]);
    test.clock.advance(60_000);
    await test.work();
    expect((await test.endOf("p"))?.exports.map(({ exportId, certain }) => [exportId, certain]).sort()).toEqual([
      ["a", true],
      ["b", true],
    ]);
    expect(await test.deps.stateStore.get("privacy-held:p")).toBeUndefined();
  });

  it("then records made with another key are deleted whole, since nobody can be removed from them", async () => {
    await test.givenFile("a", bob, (bytes) => bytes.subarray(peopleHashBytes));
    await test.asks("p", "customer-erasure", everythingOfAnn);
    await test.work();
    expect(await test.files()).toEqual([]);
  });

  const withUnknown = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(unknownPersonHash, "hex")]);

  it("then a file with unknown people is deleted even if the customer isn't recorded in it", async () => {
    await test.givenFile("a", bob, withUnknown);
    await test.asks("p", "customer-erasure", everythingOfAnn);
    await test.work();
    expect(await test.files()).toEqual(["a.1.people"]);
    expect(await test.endOf("p")).toMatchObject({ counts: { files: 1 }, exports: [{ exportId: "a", certain: false }] });
    expect(await holds("a", bob)).toBe(true);
  });

  it("then records of others keep the mark for unknown people", async () => {
    await test.givenFile("a", [...ann, ...bob], withUnknown);
    await test.asks("p", "customer-erasure", everythingOfAnn);
    await test.work();
    expect([await holds("a", ann), await holds("a", bob)]).toEqual([undefined, true]);
  });

  it("then rewriting a record is restarted if a killed worker had begun it", async () => {
    await test.givenFile("a", [...bob, ...ann]);
    await test.deps.fileStore.createPart("a.1.peopleagain");
    await test.asks("p", "customer-erasure", everythingOfAnn);
    await test.work();
    expect([await holds("a", ann), await holds("a", bob)]).toEqual([false, true]);
    expect(await test.deps.fileStore.listParts()).toEqual([]);
  });
});
