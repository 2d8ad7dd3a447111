import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoControl } from "#tests/support/demo-control.ts";
import { createDesign, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { filesOf, forgetPeopleOf, privacyEnds } from "#tests/support/privacy.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { demoNow, demoOrders } from "../acceptance/scenario.ts";

/** The second is after every hash of the customer went, and before the end names the files (ADR 97). */
const moments = ["upkeep:privacy:after-erased-before-removed", "upkeep:privacy:before-end"];

let sheaf: StartedSheaf;
let merchant: Merchant;
let reportId: string;

const report = async (): Promise<string> => {
  const { ReportExportId } = await generate(merchant, reportId, { range: { kind: "noFilter" } });
  await waitForExport(merchant, ReportExportId);
  return ReportExportId;
};
/** A customer with orders in every report. The newest order is of the moment at which a report ends. */
const addressOfOne = (): string => {
  for (const { createdAt, customer } of demoOrders(sheaf, "aurora-demo"))
    if (Date.parse(createdAt) < Date.parse(demoNow) && customer?.defaultEmailAddress)
      return customer.defaultEmailAddress.emailAddress;
  throw new Error("The demo shop has no customer with an address.");
};

beforeAll(async () => {
  const env = { DEMO_NOW: demoNow, CLOCK_NOW: demoNow, FAILPOINTS: moments.join(","), LOG_LEVEL: "silent" };
  sheaf = await startSheaf({ env });
  merchant = await logIn(sheaf, "aurora-demo");
  reportId = (await createDesign(merchant)).id;
}, 120_000);
afterAll(() => sheaf?.stop());

describe("given upkeep is killed after it removed a customer's hashes from the records of files", () => {
  it("then the erasure still names every file, and which of them are uncertain", async () => {
    const [known, unknown] = [await report(), await report()];
    await forgetPeopleOf(sheaf.dataDir, unknown);
    await demoControl(sheaf.demoUrl, "aurora-demo").demand("customers/redact", { email: addressOfOne() });
    const [end] = await privacyEnds(sheaf.dataDir, 1, 200_000);
    expect(end).toMatchObject({ outcome: "carried-out", counts: { exports: 2, files: 2, values: 0 } });
    expect(Object.fromEntries(end?.exports.map(({ exportId, certain }) => [exportId, certain]) ?? [])).toEqual({
      [known]: true,
      [unknown]: false,
    });
    expect(await filesOf(sheaf.dataDir, known)).toEqual([expect.stringMatching(/\.people$/)]);
    expect(await filesOf(sheaf.dataDir, unknown)).toEqual([]);
    expect(moments.filter((moment) => !existsSync(join(sheaf.dataDir, "failpoints", moment)))).toEqual([]);
  });
});
