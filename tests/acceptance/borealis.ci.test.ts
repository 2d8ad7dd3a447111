import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logIn, type Merchant } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { checkExport, fixedMoments, newDesign, wholeCatalogue } from "./scenario.ts";

/** A shop of 12,000 orders, on the day that its clocks go back: exports of the long lane, more than the platform counts at once. */

let sheaf: StartedSheaf;
let merchant: Merchant;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments });
  merchant = await logIn(sheaf, "borealis-demo");
}, 120_000);
afterAll(() => sheaf?.stop());

describe("a merchant of borealis-demo", () => {
  it("gets every cell right in a new design's file, for ninety days, custom days and all time", async () => {
    const design = await newDesign(merchant);
    await checkExport(sheaf, merchant, { design, range: { kind: "ninetyDays" } });
    await checkExport(sheaf, merchant, { design, range: { kind: "custom", from: "2026-03-01", to: "2026-03-15" } });
    const all = await checkExport(sheaf, merchant, { design, range: { kind: "noFilter" }, within: 240_000 });
    expect(all.orders).toBe(12_000);
  });

  it("gets every cell of every column right, with a row per order line", async () => {
    const design = await wholeCatalogue(merchant, "Orders");
    await checkExport(sheaf, merchant, { design, range: { kind: "noFilter" }, within: 240_000 });
  });

  it("gets every cell of every column right, with a row per order", async () => {
    const design = await wholeCatalogue(merchant, "OnePerOrder");
    await checkExport(sheaf, merchant, { design, range: { kind: "noFilter" }, within: 240_000 });
  });
});
