import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoOrder } from "#demo-store/generate/types.ts";
import { LoginAction } from "#domain/enumerations.ts";
import { listExports, logIn, type Merchant } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { checkChosen, checkExport, fixedMoments, newDesign, wholeCatalogue } from "./scenario.ts";

/** Small shops, over HTTP: from the login to a file whose every cell matches a second computation. */

let sheaf: StartedSheaf;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments });
}, 90_000);
afterAll(() => sheaf?.stop());

describe("a merchant of aurora-demo", () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await logIn(sheaf, "aurora-demo");
  });

  it("passes the tier, charge and terms gates on the first login", () => {
    expect(merchant.gates).toEqual([
      LoginAction.SelectTier,
      LoginAction.ActivateCharge,
      LoginAction.AcceptTermsEtc,
      LoginAction.Nothing,
    ]);
    expect(merchant.account).toMatchObject({ name: "aurora-demo", iana_timezone: "Europe/Athens" });
    expect(merchant.account.accept_terms_etc).not.toBeNull();
  });

  it("passes no gate on the next login", async () => {
    expect((await logIn(sheaf, "aurora-demo")).gates).toEqual([LoginAction.Nothing]);
  });

  it("gets every cell right in a new design's file, for ninety days, custom days and all time", async () => {
    const design = await newDesign(merchant);
    const ninety = await checkExport(sheaf, merchant, { design, range: { kind: "ninetyDays" } });
    const custom = await checkExport(sheaf, merchant, {
      design,
      range: { kind: "custom", from: "2026-10-24", to: "2026-10-26" },
    });
    const all = await checkExport(sheaf, merchant, { design, range: { kind: "noFilter" } });
    expect(all.orders).toBe(300);
    expect(ninety.orders).toBeGreaterThan(custom.orders);
    expect(custom.orders).toBeGreaterThan(0);
  });

  it("gets every cell right in every other range", async () => {
    const design = await newDesign(merchant);
    for (const kind of ["today", "yesterday", "thisWeek", "thisMonth", "lastMonth", "sevenDays", "thirtyDays"] as const)
      await checkExport(sheaf, merchant, { design, range: { kind } });
  });

  it("gets every cell of every column right, with a row per order line and with a row per order", async () => {
    for (const grouping of ["Orders", "OnePerOrder"] as const) {
      const design = await wholeCatalogue(merchant, grouping);
      expect(design.columns.length).toBeGreaterThanOrEqual(grouping === "Orders" ? 40 : 35);
      await checkExport(sheaf, merchant, { design, range: { kind: "noFilter" } });
      // Refunds of the period differ from all refunds only where the range ends before the present.
      await checkExport(sheaf, merchant, { design, range: { kind: "custom", from: "2026-07-01", to: "2026-08-15" } });
    }
  });

  it("gets exactly the selected orders, newest first, regardless of the range", async () => {
    const design = await newDesign(merchant);
    const isChosen = (_order: DemoOrder, index: number) => index % 25 === 20;
    const facts = await checkChosen(sheaf, merchant, { design, range: { kind: "today" }, isChosen });
    expect(facts.orders).toBe(12);
  });
});

describe("a merchant of nimbus-demo, a shop without orders", () => {
  it("gets a file with only a header, expected to be empty", async () => {
    const merchant = await logIn(sheaf, "nimbus-demo");
    const design = await newDesign(merchant);
    for (const range of [
      { kind: "ninetyDays" },
      { kind: "custom", from: "2026-10-01", to: "2026-11-01" },
      { kind: "noFilter" },
    ] as const) {
      const facts = await checkExport(sheaf, merchant, { design, range });
      expect(facts).toMatchObject({ rows: 0, orders: 0 });
    }
    expect((await listExports(merchant)).map(({ EmptyExpected }) => EmptyExpected)).toEqual([true, true, true]);
  });
});
