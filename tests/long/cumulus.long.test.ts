import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkExport, fixedMoments, newDesign, wholeCatalogue } from "#tests/acceptance/scenario.ts";
import { logIn, type Merchant } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";

/** A shop of 120,000 orders in yen. The file and the expectation are read row by row: neither is in memory as a whole. */

let sheaf: StartedSheaf;
let merchant: Merchant;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments });
  merchant = await logIn(sheaf, "cumulus-demo");
}, 300_000);
afterAll(() => sheaf?.stop());

const within = 3_000_000;

describe("a merchant of cumulus-demo", () => {
  it("gets every cell right in a new design's file, for ninety days, custom days and all time", async () => {
    const design = await newDesign(merchant);
    await checkExport(sheaf, merchant, { design, range: { kind: "ninetyDays" }, within });
    await checkExport(sheaf, merchant, {
      design,
      range: { kind: "custom", from: "2026-01-01", to: "2026-01-31" },
      within,
    });
    const all = await checkExport(sheaf, merchant, { design, range: { kind: "noFilter" }, within });
    expect(all.orders).toBe(120_000);
  });

  it("gets every cell of every column right over all time, with a row per order line and with a row per order", async () => {
    for (const grouping of ["Orders", "OnePerOrder"] as const) {
      const design = await wholeCatalogue(merchant, grouping);
      await checkExport(sheaf, merchant, { design, range: { kind: "noFilter" }, within });
    }
  });
});
