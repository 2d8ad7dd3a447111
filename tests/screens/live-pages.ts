import { FileType, LocalStatus } from "#domain/enumerations.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { createHttpClient } from "#tests/support/http-client.ts";
import { createDesign, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import type { StartedSheaf } from "#tests/support/start-sheaf.ts";

/** `shown`: a text of the ready page; `merchant`: who is logged in; `press`: a button, and a heading that it shows; `now`: the page's time (ISO UTC). */
export type LivePage = {
  address: string;
  shown?: string;
  merchant?: Merchant;
  press?: { button: RegExp; heading: string };
  now?: string;
};

/** A design for a live report, and what the shop says of some of its newest orders. */
export const liveDesign = async (merchant: Merchant): Promise<string> => {
  const Columns = [
    "OrderNum",
    "OrderDate",
    "CustomerName",
    "ProductTitle",
    "SKU",
    "Quantity",
    "TotalPrice",
    "LocalStatus",
  ];
  const design = await createDesign(merchant, { Columns });
  const { id } = design;
  await merchant.client.data("PUT", "reports/update", { ...design, title: "Orders to pack" });
  const { Sheets } = await merchant.client.data<Preview>("GET", `reportData/design-data/${id}`);
  const orders = new Set(Sheets.flatMap(({ Rows }) => Rows.flatMap(({ OrderId }) => OrderId ?? [])));
  const { none, New, InProgress, Done, Problem } = LocalStatus;
  const said = [New, New, InProgress, none, Done, Problem, Done, Done, none, InProgress];
  for (const [at, OrderId] of [...orders].slice(0, said.length).entries())
    await merchant.client.data("PUT", "reportData/local-status", { OrderId, LocalStatus: said[at] ?? none });
  return id;
};

/** Pages that the running product makes by itself, by name. */
export const livePages = async (sheaf: StartedSheaf): Promise<Record<string, LivePage>> => {
  const consent = await createHttpClient(sheaf.url).data<string>("POST", "account/login", {
    ShopName: "borealis-demo",
  });
  const merchant = await logIn(sheaf, "aurora-demo");
  const design = await createDesign(merchant);
  const job = await generate(merchant, design.id, { range: { kind: "thirtyDays" }, fileType: FileType.Html });
  const { PublicUrl } = await waitForExport(merchant, job.ReportExportId, 120_000);
  if (PublicUrl === null) throw new Error("The finished HTML report has no address.");
  return {
    "demo-consent": { address: consent },
    "html-report": { address: new URL(PublicUrl, sheaf.url).href },
  };
};
