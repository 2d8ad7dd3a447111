import { FileType, LocalStatus } from "#domain/enumerations.ts";
import type { Preview } from "#domain/wire/report-data.ts";
import { createHttpClient } from "#tests/support/http-client.ts";
import { createDesign, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import type { StartedSheaf } from "#tests/support/start-sheaf.ts";

/** `shown`: what is there when the page is; `merchant`: who is logged in. */
export type LivePage = { address: string; shown?: string; merchant?: Merchant };

/** A design for a live report, and what the shop says of some of its newest orders. */
const liveDesign = async (merchant: Merchant): Promise<string> => {
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
  const { id } = await createDesign(merchant, { Columns });
  const { Sheets } = await merchant.client.data<Preview>("GET", `reportData/design-data/${id}`);
  const orders = new Set(Sheets.flatMap(({ Rows }) => Rows.flatMap(({ OrderId }) => OrderId ?? [])));
  const { none, New, InProgress, Done, Problem } = LocalStatus;
  const said = [New, New, InProgress, none, Done, Problem, Done, Done, none, InProgress];
  for (const [at, OrderId] of [...orders].slice(0, said.length).entries())
    await merchant.client.data("PUT", "reportData/local-status", { OrderId, LocalStatus: said[at] ?? none });
  return id;
};

/** Pages that only the running product makes, or that show more with the orders of a store, by name. */
export const livePages = async (sheaf: StartedSheaf): Promise<Record<string, LivePage>> => {
  const consent = await createHttpClient(sheaf.url).data<string>("POST", "account/login", {
    ShopName: "borealis-demo",
  });
  const merchant = await logIn(sheaf, "aurora-demo");
  const design = await createDesign(merchant);
  const job = await generate(merchant, design.id, { range: { kind: "thirtyDays" }, fileType: FileType.Html });
  const { PublicUrl } = await waitForExport(merchant, job.ReportExportId, 120_000);
  if (PublicUrl === null) throw new Error("The finished HTML report has no address.");
  const live = await liveDesign(merchant);
  return {
    "demo-consent": { address: consent },
    "html-report": { address: new URL(PublicUrl, sheaf.url).href },
    designer: { address: `${sheaf.url}/Report/Design/${design.id}`, shown: "The last 50 orders", merchant },
    "live-report": { address: `${sheaf.url}/Live/${live}`, shown: "Refresh now", merchant },
    generate: { address: `${sheaf.url}/Reports`, shown: "What your file will look like", merchant },
  };
};
