import { DateRange, ExportStatus, FileType, isInProgress, LoginAction } from "#domain/enumerations.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import type { Account, LoginResponse } from "#domain/wire/account/account.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { ExportJob, OrderCount, UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import type { ReportWithColumns } from "#domain/wire/reports/reports.ts";
import { decide } from "./html-form.ts";
import { type AnsweredCall, createHttpClient, type HttpClient, persistently } from "./http-client.ts";
import type { StartedSheaf } from "./start-sheaf.ts";
import { until } from "./until.ts";

/** A person at the screens, by HTTP alone. */
export type Merchant = {
  shop: string;
  client: HttpClient;
  account: Account;
  /** LoginActions met, in order, `Nothing` last. */
  gates: number[];
};

/** Passes a login's gates one by one as the front end does (S-1.4). */
const passGates = async (client: HttpClient, first: LoginResponse): Promise<{ account: Account; gates: number[] }> => {
  let login = first;
  const gates: number[] = [];
  for (let step = 0; step < 6; step++) {
    client.setToken(login.Token);
    const { Action, ActivationUrl } = login.LoginAction;
    gates.push(Action);
    if (Action === LoginAction.Nothing) return { account: login.Shop, gates };
    if (Action === LoginAction.SelectTier) login = await client.data<LoginResponse>("POST", "account/select-tier");
    else if (Action === LoginAction.ActivateCharge) {
      if (!ActivationUrl) throw new Error("Charge is required but the API haven't returned one.");
      const back = await decide(ActivationUrl, "approve");
      if (!new URL(back).searchParams.get("charge_id"))
        throw new Error(`The charge page leads back without a charge: ${back}`);
      login = await client.data<LoginResponse>("POST", "account/approveClientCharge");
    } else {
      const account = await client.data<Account>("POST", "account/accept-terms", {
        HasAccepted: true,
        HasAcceptMarketing: false,
      });
      gates.push(LoginAction.Nothing);
      return { account, gates };
    }
  }
  throw new Error(`The login goes round in circles: ${gates.join(", ")}`);
};

/** Logs a shop in: shop name, consent page, callback, then every gate. */
export const logIn = async (
  sheaf: Pick<StartedSheaf, "url">,
  shop: string,
  given: { patience?: number; insists?: boolean; onAnswer?: (call: AnsweredCall) => void } = {},
): Promise<Merchant> => {
  const client = createHttpClient(sheaf.url, given);
  const authorizeUrl = await client.data<string>("POST", "account/login", { ShopName: shop });
  const callback = new URL(await decide(authorizeUrl, "approve"));
  if (callback.origin !== new URL(sheaf.url).origin || callback.pathname.toLowerCase() !== "/account/login-callback")
    throw new Error(`The consent page leads to ${callback.href} instead of the login callback.`);
  const query = Object.fromEntries(callback.searchParams);
  const login = await client.data<LoginResponse>("POST", "account/loginCallback", {
    Code: query.code,
    Hmac: query.hmac,
    Host: query.host ?? null,
    Shop: query.shop,
    State: query.state,
    Timestamp: query.timestamp,
  });
  return { shop, client, ...(await passGates(client, login)) };
};

/** Creates or changes a filter. */
export const saveFilter = async (merchant: Merchant, conditions: FilterConditions, id?: string): Promise<Filter> => {
  const { client } = merchant;
  const filter = id
    ? await client.data<Filter>("GET", `filters/get-filter?id=${id}`)
    : await client.data<Filter>("POST", "filters/create-new");
  const { financial_status, fulfillment_status, order_status, sievers } = conditions;
  const OrderSievers = Object.entries(sievers).map(([code, values]) => ({ Field: Number(code), Filter: [...values] }));
  const wanted = { ...filter, financial_status, fulfillment_status, order_status, OrderSievers };
  return client.data<Filter>("PUT", "filters/update-filter", wanted);
};

/** Creates a design; `given`: another grouping or other columns than the default. */
export const createDesign = async (
  merchant: Merchant,
  given?: { Grouping?: number; Columns?: string[] },
): Promise<ReportWithColumns> => {
  const { id } = await merchant.client.data<{ id: string }>("POST", "reports/create-new", given);
  return merchant.client.data<ReportWithColumns>("GET", `reports/get/with-columns/${id}`);
};

/** A date range as the Generate report page sends it. */
export type Range = (
  | { kind: Exclude<keyof typeof DateRange, "custom" | "lastDays" | "sinceDay"> }
  | { kind: "custom"; from: string; to: string }
  | { kind: "sinceDay"; from: string }
  | { kind: "lastDays"; days: number }
) & { yearBefore?: true };

export const filtersOf = (range: Range, filterId: string | null = null): UserOrderFilters => ({
  report_filter_id: filterId,
  order_date_range: DateRange[range.kind],
  order_date_from: "from" in range ? range.from : null,
  order_date_to: "to" in range ? range.to : null,
  ...("days" in range && { order_date_days: range.days }),
  ...(range.yearBefore && { order_date_year_before: true }),
});

/** Saves the page's state for a range and a filter, then requests the export, as the Generate report page does. */
export const countFiltered = async (
  merchant: Merchant,
  reportId: string,
  range: Range,
  filterId: string | null,
): Promise<OrderCount> => {
  await merchant.client.data("PUT", "appData/setManualExport", {
    FileType: FileType.Csv,
    ReportId: reportId,
    UserOrderFilters: filtersOf(range, filterId),
  });
  return merchant.client.data<OrderCount>("GET", "orders/page-count?location=manual");
};

/** Returns the orders that the Generate report page announces for an unfiltered range. */
export const countOrders = async (merchant: Merchant, reportId: string, range: Range): Promise<number> => {
  const { Count, HasPostProcessFilters } = await countFiltered(merchant, reportId, range, null);
  if (HasPostProcessFilters) throw new Error("There is no filter, yet the count says there is one.");
  return Count;
};

/** Presses Generate, for CSV by default. */
export const generate = (
  merchant: Merchant,
  reportId: string,
  {
    range,
    emptyExpected = false,
    orderIds = [],
    fileType = FileType.Csv,
    filterId = null,
  }: { range: Range; emptyExpected?: boolean; orderIds?: string[]; fileType?: FileType; filterId?: string | null },
): Promise<ExportJob> =>
  merchant.client.data<ExportJob>("POST", "reporting/generateReport", {
    ReportId: reportId,
    FileType: fileType,
    UserOrderFilters: filtersOf(range, filterId),
    SelectedOrderIds: orderIds,
    EmptyExpected: emptyExpected,
  });

/** Looks once at the panel's jobs. */
export const poll = (merchant: Merchant, ids: string[]): Promise<ExportJob[]> =>
  merchant.client.data<ExportJob[]>("POST", "reporting/pollExportList", ids);

/** Lists the shop's manual exports, newest first. */
export const listExports = (merchant: Merchant): Promise<ExportJob[]> =>
  merchant.client.data<ExportJob[]>("GET", "reporting/getExportList");

/** Polls as the panel does until the export has ended. */
export const waitForEnd = (merchant: Merchant, id: string, within = 60_000): Promise<ExportJob> => {
  let last = "nothing yet";
  return until(
    `export ${id} of ${merchant.shop} ends`,
    async () => {
      const [job] = await poll(merchant, [id]);
      last = JSON.stringify(job);
      return job && !isInProgress(job.Status as ExportStatus) ? job : undefined;
    },
    { within, every: 100, picture: () => last },
  );
};

/** Like {@link waitForEnd}, and expects Finished. */
export const waitForExport = async (merchant: Merchant, id: string, within = 60_000): Promise<ExportJob> => {
  const job = await waitForEnd(merchant, id, within);
  if (job.Status !== ExportStatus.Finished) throw new Error(`Export ${id} did not finish: ${JSON.stringify(job)}`);
  return job;
};

/** Opens a finished export's download link; the body is unread. */
export const openDownload = async (merchant: Merchant, job: ExportJob): Promise<Response> => {
  if (!job.PublicUrl) throw new Error(`Export ${job.ReportExportId} has no link.`);
  const url = new URL(job.PublicUrl, merchant.client.baseUrl);
  url.searchParams.set("down", "1");
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
};

/** Downloads a finished export's file; a client with patience retries when the server goes away. */
export const download = (merchant: Merchant, job: ExportJob): Promise<Buffer> =>
  persistently(
    async () => Buffer.from(await (await openDownload(merchant, job)).arrayBuffer()),
    merchant.client.patience,
  );
