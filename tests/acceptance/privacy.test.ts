import { DateTime } from "luxon";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DemoOrder } from "#demo-store/generate/types.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import {
  createDesign,
  download,
  generate,
  logIn,
  type Merchant,
  poll,
  type Range,
  waitForExport,
} from "#tests/support/merchant.ts";
import { describeOverTier, startOverTier } from "#tests/support/over-tier.ts";
import { filesOf, forgetPeopleOf, privacyEnds } from "#tests/support/privacy.ts";
import { recordedEvents } from "#tests/support/recorded-events.ts";
import type { StartedSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { demoOrders, fixedMoments, shops } from "./scenario.ts";

/** The platform's requests about personal data, from the webhook to the merchant's page. */

let sheaf: StartedSheaf;
let merchant: Merchant;
let reportId: string;
let ends = 0;

const dayOf = (order: DemoOrder) =>
  DateTime.fromISO(order.createdAt, { zone: shops["aurora-demo"].zone }).toISODate() ?? "";
const dayRange = (day: string): Range => ({ kind: "custom", from: day, to: day });

/** A customer, a day with one of their orders, and a day with only others' orders. */
let ann: { id: number; email: string; day: string; otherDay: string };

const chooseCustomer = () => {
  const orders = [...demoOrders(sheaf, "aurora-demo")];
  const [first] = orders.filter(({ customer }) => customer?.defaultEmailAddress);
  const { customer } = first ?? {};
  if (!first || !customer?.defaultEmailAddress) throw new Error("The demo shop has no customer with an address.");
  const own = new Set(orders.filter((order) => order.customer?.id === customer.id).map(dayOf));
  const other = orders.find((order) => !own.has(dayOf(order)));
  if (!other) throw new Error("The customer has ordered on every day.");
  return {
    id: Number(customer.legacyResourceId),
    email: customer.defaultEmailAddress.emailAddress,
    day: dayOf(first),
    otherDay: dayOf(other),
  };
};

const report = async (day: string): Promise<ExportJob> => {
  const { ReportExportId } = await generate(merchant, reportId, { range: dayRange(day) });
  const job = await waitForExport(merchant, ReportExportId);
  expect(job.Orders).toBeGreaterThan(0);
  return job;
};
const jobOf = async ({ ReportExportId }: ExportJob) => (await poll(merchant, [ReportExportId]))[0];
const visit = async ({ PublicUrl }: ExportJob) => {
  const response = await fetch(new URL(PublicUrl ?? "", sheaf.url));
  return { status: response.status, text: await response.text() };
};
const demand = async (...asked: Parameters<ReturnType<typeof demoControl>["demand"]>) => {
  await demoControl(sheaf.demoUrl, "aurora-demo").demand(...asked);
  ends += 1;
  const all = await privacyEnds(sheaf.kept, ends);
  expect(all).toHaveLength(ends);
  return all.at(-1);
};

beforeAll(async () => {
  sheaf = await startOverTier({ env: fixedMoments });
  merchant = await logIn(sheaf, "aurora-demo");
  reportId = (await createDesign(merchant)).id;
  ann = chooseCustomer();
}, 120_000);
afterAll(() => sheaf?.stop());

describeOverTier("given a report that contains a customer, and one that doesn't", () => {
  let holding: ExportJob;
  let other: ExportJob;
  beforeAll(async () => {
    holding = await report(ann.day);
    other = await report(ann.otherDay);
  });

  it("when the customer requests their data, then the first report is named, and both are kept", async () => {
    const end = await demand("customers/data_request", { customerId: ann.id, email: ann.email });
    expect(end).toMatchObject({ outcome: "carried-out", counts: { exports: 1, files: 0, values: 0 } });
    expect(end?.exports).toEqual([
      {
        exportId: holding.ReportExportId,
        fileName: holding.FileName,
        requestedAt: holding.DateCreated,
        fileExists: true,
        certain: true,
      },
    ]);
    expect([(await visit(holding)).status, (await visit(other)).status]).toEqual([200, 200]);
  });

  it("when the customer is erased, then the first report's link and export say so, and the other is kept", async () => {
    const before = await download(merchant, other);
    expect(await demand("customers/redact", { customerId: ann.id, email: ann.email })).toMatchObject({
      outcome: "carried-out",
      counts: { exports: 1, files: 1 },
    });
    await until("the export is marked as erased", async () => (await jobOf(holding))?.Erased);
    expect(await jobOf(holding)).toMatchObject({ Expired: true, Erased: true, PublicUrl: null });
    const page = await visit(holding);
    expect(page).toEqual({ status: 410, text: expect.stringContaining("A customer's data had to be erased") });
    // Other customers in the file stay recorded.
    expect(await filesOf(sheaf.kept, holding.ReportExportId)).toEqual([expect.stringMatching(/\.people$/)]);
    expect(await jobOf(other)).toMatchObject({ Expired: false, Erased: false });
    expect((await download(merchant, other)).equals(before)).toBe(true);
  });

  it("when an unknown customer is erased, then a file without recorded people is erased, too", async () => {
    await forgetPeopleOf(sheaf.kept, other.ReportExportId);
    const again = await report(ann.day);
    const end = await demand("customers/redact", { email: "SOMEBODY@else.example" });
    expect(end).toMatchObject({ counts: { exports: 1, files: 1 }, exports: [{ certain: false }] });
    await until("the export is marked as erased", async () => (await jobOf(other))?.Erased);
    expect((await visit(again)).status).toBe(200);
    expect(await demand("customers/redact", { email: ann.email.toUpperCase() })).toMatchObject({
      counts: { files: 1 },
    });
    expect(await filesOf(sheaf.kept, again.ReportExportId)).toEqual([expect.stringMatching(/\.people$/)]);
  });

  it("then no event names the customer", async () => {
    const events = [
      ...(await recordedEvents(sheaf.kept, "PrivacyRequestReceived")),
      ...(await recordedEvents(sheaf.kept, "PrivacyRequestCarriedOut")),
    ];
    expect(events).toHaveLength(8);
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${ann.email}|\\b${ann.id}\\b`, "i"));
  });
});

describeOverTier("given a shop with a report", () => {
  let job: ExportJob;
  beforeAll(async () => {
    job = await report(ann.day);
  });

  it("when the platform requests its erasure while Sheaf is installed, then nothing changes", async () => {
    expect(await demand("shop/redact")).toMatchObject({ outcome: "obsolete" });
    expect((await visit(job)).status).toBe(200);
  });

  it("when it uninstalls and is erased, then its file is gone, and it returns as a new shop", async () => {
    const { id } = merchant.account;
    await demoControl(sheaf.demoUrl, "aurora-demo").uninstall();
    await until(
      "the shop is uninstalled",
      async () => (await recordedEvents(sheaf.kept, "ShopUninstalled")).length === 1,
    );
    const end = await demand("shop/redact");
    expect(end).toMatchObject({ outcome: "carried-out", counts: { files: 1 }, exports: [] });
    expect(end?.counts.values).toBeGreaterThan(0);
    expect(await filesOf(sheaf.kept, job.ReportExportId)).toEqual([]);
    await until("its link returns 410", async () => (await visit(job)).status === 410);
    merchant = await logIn(sheaf, "aurora-demo");
    expect(merchant.account.id).not.toBe(id);
    expect(await merchant.client.data("GET", "reports/get-reports")).toEqual([]);
  });
});
