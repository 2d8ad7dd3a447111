import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AutomationStatus, DestinationKind, FileType, FinancialStatus, Frequency } from "#domain/enumerations.ts";
import type { AutomationOnWire, DestinationPayload, ListedAutomation } from "#domain/wire/automations/automations.ts";
import type { ReportWithColumns } from "#domain/wire/reports/reports.ts";
import { nowhere } from "#tests/support/automation-on-wire.ts";
import { generate, logIn, type Merchant, saveFilter, waitForExport } from "#tests/support/merchant.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { liveDesign } from "./live-pages.ts";

/** The time of the screenshots. Their orders end there, so that a repeated screenshot looks the same. */
export const shownAt = "2026-11-26T07:42:00Z";
const daysBefore = ["2026-11-23T07:42:00Z", "2026-11-24T07:42:00Z", "2026-11-25T07:42:00Z"];

/** A shop with a past of three days, and the product that runs over it. */
export type DemoShop = {
  sheaf: StartedSheaf;
  merchant: Merchant;
  designId: string;
  liveDesignId: string;
  automationId: string;
  stop(): Promise<void>;
};

type Planned = Partial<AutomationOnWire> & { title: string; to: DestinationPayload };

const toPeople = (ToMail: string, Subject: string): DestinationPayload => ({
  ...nowhere,
  Destination: DestinationKind.Email,
  Email: { ToMail, FromName: "Aurora", FromMail: "", Subject, SendAsLink: false, CustomMessage: "" },
});

const designFrom = async ({ client }: Merchant, Starter: string, title: string): Promise<ReportWithColumns> => {
  const { id } = await client.data<{ id: string }>("POST", "reports/create-new", { Starter });
  const design = await client.data<ReportWithColumns>("GET", `reports/get/with-columns/${id}`);
  return client.data<ReportWithColumns>("PUT", "reports/update", { ...design, title });
};

const automate = async ({ client }: Merchant, { to, ...given }: Planned): Promise<string> => {
  const made = await client.data<AutomationOnWire>("POST", "automations/create-new");
  const wanted = { ...made, status: AutomationStatus.Active, ...given, ReportDestination: to };
  return (await client.data<AutomationOnWire>("PUT", "automations/update-automation", wanted)).id;
};

/** The merchant's first day: designs, a filter and automated reports. */
const setUp = async (merchant: Merchant) => {
  const { client } = merchant;
  const lines = await designFrom(merchant, "OrderLines", "Order lines");
  const accounting = await designFrom(merchant, "Accounting", "Accounting");
  const packing = await designFrom(merchant, "FulfillmentList", "Packing list");
  const conditions = { fulfillment_status: 0, order_status: 0, sievers: {} } as const;
  const all = await saveFilter(merchant, { ...conditions, financial_status: 0 });
  await client.data("PUT", "filters/update-filter", { ...all, title: "All orders" });
  const paid = await saveFilter(merchant, { ...conditions, financial_status: FinancialStatus.paid });
  await client.data("PUT", "filters/update-filter", { ...paid, title: "Paid" });
  const automationId = await automate(merchant, {
    title: "Accounting, every morning",
    report_id: accounting.id,
    report_filter_id: all.id,
    to: toPeople("books@accounting.example", "Yesterday's orders"),
  });
  await automate(merchant, {
    title: "Orders for the warehouse",
    report_id: packing.id,
    report_filter_id: paid.id,
    file_type: FileType.Csv,
    schedule: Frequency.Every12Hours,
    to: toPeople("orders@warehouse.example; night@warehouse.example", "Orders to pack"),
  });
  await automate(merchant, {
    title: "Figures for everyone",
    report_id: lines.id,
    report_filter_id: all.id,
    file_type: FileType.Html,
    to: { ...nowhere, Destination: DestinationKind.PublicUrl, PublicUrl: { ReportName: "Figures for everyone" } },
  });
  await automate(merchant, {
    title: "Stock feed",
    status: AutomationStatus.Paused,
    report_id: lines.id,
    report_filter_id: paid.id,
    file_type: FileType.Xml,
    to: toPeople("stock@partner.example", "What was sold"),
  });
  return { designId: lines.id, packingId: packing.id, accountingId: accounting.id, automationId };
};

/** Waits until each active report has had its newest slot. */
const untilDelivered = (merchant: Merchant, on: string) => {
  let seen: ListedAutomation[] = [];
  const day = on.slice(0, 10);
  return until(
    `the reports of ${day} are delivered`,
    async () => {
      seen = await merchant.client.data<ListedAutomation[]>("GET", "automations/get-automations");
      const active = seen.filter(({ status }) => status !== AutomationStatus.Paused);
      return active.every(({ last_run }) => last_run?.Outcome === "delivered" && last_run.At.startsWith(day));
    },
    { within: 180_000, picture: () => JSON.stringify(seen.map(({ title, last_run }) => [title, last_run])) },
  );
};

/** Starts the product once for each day of a shop's past, and leaves it running on the last one. */
export const startDemoShop = async (): Promise<DemoShop> => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-screens-"));
  const ports: [number, number] = [await freePort(), await freePort()];
  const start = (CLOCK_NOW: string) =>
    startSheaf({ dataDir, ports, env: { CLOCK_NOW, DEMO_NOW: shownAt }, readyWithin: 180_000 });
  let made: Awaited<ReturnType<typeof setUp>> | undefined;
  for (const day of daysBefore) {
    const sheaf = await start(day);
    const merchant = await logIn(sheaf, "aurora-demo");
    made ??= await setUp(merchant);
    if (day !== daysBefore[0]) await untilDelivered(merchant, day);
    await sheaf.stop();
  }
  if (!made) throw new Error("The demo shop has no past.");
  const sheaf = await start(shownAt);
  const merchant = await logIn(sheaf, "aurora-demo");
  await untilDelivered(merchant, shownAt);
  for (const [reportId, fileType] of [
    [made.packingId, FileType.Csv],
    [made.designId, FileType.Html],
    [made.accountingId, FileType.Excel],
  ] as const) {
    const { ReportExportId } = await generate(merchant, reportId, { range: { kind: "thirtyDays" }, fileType });
    await waitForExport(merchant, ReportExportId, 120_000);
  }
  const { designId, automationId } = made;
  return {
    sheaf,
    merchant,
    designId,
    automationId,
    liveDesignId: await liveDesign(merchant),
    stop: async () => {
      await sheaf.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
