import type { Random } from "#demo-store/generate/random.ts";
import { DateRange, FileType, isInProgress } from "#domain/enumerations.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { HistoryPage } from "#domain/wire/history.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { filtersOf, generate, logIn, type Merchant, openDownload, poll } from "#tests/support/merchant.ts";

/** One person at work in one shop. `past`: a filter of the shop with many edits; `own`: one that only they edit. */
export type Client = {
  sheafUrl: string;
  number: number;
  random: Random;
  merchant: Merchant;
  past: string;
  own: Filter;
  /** The export that is watched; null while there is none. */
  job: ExportJob | null;
  reportId: string;
  /** Acknowledged changes that must exist at the end. */
  saves: number;
  downloads: number;
};

const save = async (client: Client, change: Partial<Filter>): Promise<void> => {
  client.own = await client.merchant.client.data<Filter>("PUT", "filters/update-filter", { ...client.own, ...change });
  client.saves += 1;
};

const get = <Data>({ merchant }: Client, path: string) => merchant.client.data<Data>("GET", path);

const eitherFilter = ({ random, past, own }: Client) => (random.chance(0.7) ? past : own.id);

/** Asks once for what is watched; a file that is ready is downloaded. */
const look = async (client: Client, job: ExportJob): Promise<void> => {
  const [now] = await poll(client.merchant, [job.ReportExportId]);
  if (!now) throw new Error(`Export ${job.ReportExportId} is not found any more.`);
  if (isInProgress(now.Status as Parameters<typeof isInProgress>[0])) return;
  client.job = null;
  const bytes = await (await openDownload(client.merchant, now)).arrayBuffer();
  // A CSV has a line for the titles at least.
  if (bytes.byteLength === 0) throw new Error(`The file of export ${job.ReportExportId} is empty.`);
  client.downloads += 1;
};

/** People's actions, with their frequency per hundred. */
export const plan: readonly { weight: number; act(client: Client): Promise<unknown> }[] = [
  { weight: 20, act: (client) => save(client, { title: `Load ${client.number} ${client.saves}` }) },
  {
    weight: 6,
    act: (client) => {
      const Filter = Array.from({ length: client.random.int(1, 20) }, (_, n) => `tag ${client.saves}-${n}`);
      return save(client, { OrderSievers: [{ Field: 1001, Filter }] });
    },
  },
  { weight: 10, act: (client) => get(client, "account/status") },
  { weight: 8, act: (client) => get(client, "filters/get-filters") },
  { weight: 4, act: (client) => get(client, `filters/get-filter?id=${client.own.id}`) },
  { weight: 5, act: (client) => get(client, "reports/get-reports") },
  { weight: 11, act: (client) => get(client, `filters/history?id=${eitherFilter(client)}`) },
  {
    weight: 3,
    act: async (client) => {
      const { Items } = await get<HistoryPage>(client, `filters/history?id=${client.past}`);
      const { Version } = client.random.pick(Items.filter(({ CanRestore }) => CanRestore));
      return get(client, `filters/history-version?id=${client.past}&version=${Version}`);
    },
  },
  { weight: 4, act: (client) => get(client, "filters/deleted") },
  {
    weight: 3,
    act: async ({ merchant: { client } }: Client) => {
      const made = await client.data<Filter>("POST", "filters/create-new");
      return client.data<string>("POST", "filters/delete", made.id);
    },
  },
  { weight: 4, act: (client) => get(client, `filters/order-count?id=${client.own.id}`) },
  {
    weight: 4,
    act: async (client) => {
      await client.merchant.client.data("PUT", "appData/setManualExport", {
        FileType: FileType.Csv,
        ReportId: client.reportId,
        UserOrderFilters: { ...filtersOf({ kind: "noFilter" }), order_date_range: DateRange.noFilter },
      });
      return get(client, "orders/page-count?location=manual");
    },
  },
  {
    weight: 14,
    act: async (client) => {
      if (client.job) return look(client, client.job);
      client.job = await generate(client.merchant, client.reportId, { range: { kind: "noFilter" } });
    },
  },
  { weight: 3, act: (client) => get(client, "reporting/getExportList") },
  {
    weight: 1,
    act: async (client) => {
      const { onAnswer } = client.merchant.client;
      client.merchant = await logIn({ url: client.sheafUrl }, client.merchant.shop, onAnswer ? { onAnswer } : {});
    },
  },
];

/** One of the plan, by weight. */
export const drawn = (random: Random): (typeof plan)[number]["act"] => {
  let left = random.next() * plan.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, act } of plan) {
    left -= weight;
    if (left < 0) return act;
  }
  throw new Error("The plan has nothing to do.");
};
