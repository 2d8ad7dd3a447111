import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import { type Design, fixedMoments, newDesign, wholeCatalogue } from "#tests/acceptance/scenario.ts";
import { logIn, type Merchant, type Range } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { checkLarge } from "./check-large.ts";

/** Twenty files of a shop of 12,000 orders: five reports in four formats, read back cell by cell as they stream. */

let sheaf: StartedSheaf;
let merchant: Merchant;
let designs: Record<"new" | "lines" | "orders", Design>;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments, readyWithin: 240_000 });
  merchant = await logIn(sheaf, "borealis-demo");
  designs = {
    new: await newDesign(merchant),
    lines: await wholeCatalogue(merchant, "Orders"),
    orders: await wholeCatalogue(merchant, "OnePerOrder"),
  };
}, 120_000);
afterAll(() => sheaf?.stop());

const all: Range = { kind: "noFilter" };
const reports: [words: string, design: keyof typeof designs, range: Range][] = [
  ["a new design over all time", "new", all],
  ["a new design over days of choice", "new", { kind: "custom", from: "2026-03-01", to: "2026-03-31" }],
  ["every column, a row per order line, over ninety days", "lines", { kind: "ninetyDays" }],
  ["every column, a row per order, over all time", "orders", all],
  ["every column, a row per order, over ninety days", "orders", { kind: "ninetyDays" }],
];

describe.each(Object.entries(FileType))("borealis-demo as %s", (_, format) => {
  it.each(reports)("has every cell right in %s", async (_words, design, range) => {
    const facts = await checkLarge(sheaf, merchant, { design: designs[design], range, format, within: 600_000 });
    expect(facts.rows).toBeGreaterThan(range === all ? 11_999 : 100);
  });
});
