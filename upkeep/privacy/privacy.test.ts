import { beforeEach, describe, expect, it } from "vitest";
import { removeExpiredFile } from "#application/exports/sidecar-files.ts";
import type { PrivacySubject } from "#application/privacy/subject.ts";
import type { PrivacyRequestKind } from "#domain/privacy/events.ts";
import { aboutAnn, ann, bob, type PrivacyUpkeep, privacyUpkeep, tenant } from "#tests/support/privacy-upkeep.ts";
import { until } from "#tests/support/until.ts";
import { createQuarantinedCopiesCleanup } from "../clean-up-quarantined-copies.ts";
import { runCleanup } from "../run-cleanup.ts";

let test: PrivacyUpkeep;
beforeEach(() => {
  test = privacyUpkeep();
});

describe("when a customer requests their data", () => {
  it("the exports with the customer are listed and the vault's values counted, but nothing is deleted", async () => {
    await test.givenFile("a", ann);
    await test.givenFile("b", bob);
    await test.givenFile("c", undefined);
    await test.deps.vault.put("ann@example.com", { owner: tenant, reference: "pv:typed" });
    await test.asks("p", "customer-data", aboutAnn);
    await test.work();
    const end = await test.endOf("p");
    expect(end).toMatchObject({ outcome: "carried-out", counts: { exports: 2, files: 0, values: 1 } });
    expect(end?.exports.toSorted((one, other) => (one.exportId < other.exportId ? -1 : 1))).toMatchObject([
      { exportId: "a", fileName: "a.csv", requestedAt: "2026-11-20T12:00:00.000Z", fileExists: true, certain: true },
      { exportId: "c", fileExists: true, certain: false },
    ]);
    expect(await test.files()).toHaveLength(8);
  });
});

it("a request about an unknown shop is carried out with nothing to do", async () => {
  await test.asks("p", "shop-erasure", undefined, null);
  await test.work();
  expect(await test.endOf("p")).toEqual({
    outcome: "nothing-kept",
    counts: { exports: 0, files: 0, values: 0 },
    exports: [],
  });
});

it("the people in a file are known for a year after the file's expiry, and no longer", async () => {
  await test.givenFile("a", ann);
  await test.work();
  test.clock.advance(7 * 86_400_000);
  await test.onExport("a", { type: "ExpireExport" });
  await removeExpiredFile(test.deps.fileStore, "a.1.csv");
  test.clock.advance(365 * 86_400_000 - 1);
  await test.work();
  expect(await test.files()).toEqual(["a.1.people"]);
  test.clock.advance(1);
  await test.work();
  expect([await test.files(), await test.deps.stateStore.find("export-of", tenant)]).toEqual([[], []]);
});

describe("given a copy of state.db that a repair set aside", () => {
  beforeEach(() => {
    test.aside.set("state.damaged-1.db", test.clock.wall());
  });

  it.each<[PrivacyRequestKind, PrivacySubject?]>([
    ["customer-erasure", aboutAnn],
    ["customer-erasure"],
    ["shop-erasure"],
  ])(
    "when %s is carried out, then the copy is deleted before that is recorded, which is logged",
    async (kind, subject) => {
      await test.givenShop();
      await test.onShop({ type: "UninstallShop", webhookId: "w" });
      await test.asks("p", kind, subject);
      await test.work();
      expect(await test.endOf("p")).toMatchObject({ outcome: expect.stringMatching(/carried-out|subject-lost/) });
      expect([...test.aside.keys()]).toEqual([]);
      expect(test.lines).toContainEqual(expect.stringMatching(/state\.damaged-1\.db.*removed by an erasure/));
    },
  );

  it("when a customer only requests their data, or no shop is erased, then the copy is kept", async () => {
    await test.givenShop();
    await test.asks("p", "customer-data", aboutAnn);
    await test.asks("q", "shop-erasure");
    await test.work();
    expect(await test.endOf("q")).toMatchObject({ outcome: "obsolete" });
    expect([...test.aside.keys()]).toEqual(["state.damaged-1.db"]);
  });

  it("then it is kept for a week, and deleted by the next round or start", async () => {
    const never = new AbortController().signal;
    const sweep = createQuarantinedCopiesCleanup(test.deps);
    test.clock.advance(7 * 86_400_000);
    await sweep.round(never);
    expect([...test.aside.keys()]).toEqual(["state.damaged-1.db"]);
    test.clock.advance(1);
    const stop = new AbortController();
    const running = runCleanup([sweep], test.deps, stop.signal);
    await until("it is gone", () => test.aside.size === 0);
    stop.abort();
    await running;
  });
});
