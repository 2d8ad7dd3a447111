import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import { type Design, fixedMoments, newDesign } from "#tests/acceptance/scenario.ts";
import { logIn, type Merchant } from "#tests/support/merchant.ts";
import { childrenOf, peakOf } from "#tests/support/processes.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { checkLarge } from "./check-large.ts";

/** A file of each format of a shop of 120,000 orders, read back cell by cell as it streams, and the memory of the worker that made it. */

let sheaf: StartedSheaf;
let merchant: Merchant;
let design: Design;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments, readyWithin: 240_000 });
  merchant = await logIn(sheaf, "cumulus-demo");
  design = await newDesign(merchant);
}, 300_000);
afterAll(() => sheaf?.stop());

/** MB. */
const most = 250;

describe("cumulus-demo over all time", () => {
  // In the order of the least memory: a process never says that it had less than before.
  it.each([
    ["CSV", FileType.Csv],
    ["XML", FileType.Xml],
    ["HTML", FileType.Html],
    ["Excel", FileType.Excel],
  ])("has every cell right as %s, with at most 250 MB of memory", async (name, format) => {
    const facts = await checkLarge(sheaf, merchant, {
      design,
      range: { kind: "noFilter" },
      format,
      within: 1_500_000,
    });
    expect(facts.orders).toBe(120_000);
    const workers = await childrenOf(sheaf.process.pid, "exporter/main.ts");
    const peaks = (await Promise.all(workers.map(peakOf))).filter((peak) => peak !== undefined);
    console.log(
      `Peak memory of the workers until ${name}: ${peaks.map((peak) => Math.round(peak)).join(" and ")} MiB.`,
    );
    for (const peak of peaks) expect(peak * 1.048_576).toBeLessThanOrEqual(most);
  });
});
