import { defaultColumnKeys } from "#domain/columns/catalogue.ts";
import { Grouping, LocalStatus } from "#domain/enumerations.ts";
import type { Merchant } from "#tests/support/merchant.ts";
import { createDesign, logIn } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { type Figure, median, percentile, seconds } from "./measure.ts";

const shop = "borealis-demo";
const warmUp = 5;
const rounds = 30;
const cold = 8;

/** All orders of the demo's year: the newest 1,000 of 12,000. */
const everything = { report_filter_id: null, order_date_range: 0, order_date_from: null, order_date_to: null };

const ms = async (work: () => Promise<unknown>): Promise<number> => (await seconds(work)) * 1_000;

const rowsIn = (html: string): number => html.split("<tr ").length - 1;

type Page = { look(refresh?: boolean): Promise<string>; set(order: string, status: LocalStatus): Promise<unknown> };

const pageOf = async (merchant: Merchant, columns?: string[]): Promise<Page> => {
  const { id } = await createDesign(merchant, columns && { Grouping: Grouping.Orders, Columns: columns });
  const { client } = merchant;
  await client.data("PUT", `appData/setLive?reportId=${id}`, everything);
  return {
    look: (refresh = false) =>
      client.data<string>("POST", `reportData/live-table?reportId=${id}${refresh ? "&refresh=true" : ""}`, []),
    async set(OrderId, status) {
      await client.data("PUT", "reportData/local-status", { OrderId, LocalStatus: status });
      // How long projections take to hear of it is another figure.
      const path = `reportData/design-data/${id}`;
      await until("it is projected", async () => (await client.call("GET", path)).headers.get("x-stale") === null);
    },
  };
};

/**
 * Latency of the live page over HTTP, for the newest 1,000 orders of a shop of 12,000. Cold: all orders are read from
 * the platform. Warm: the orders are in memory because others view them, and the table is rebuilt because a local
 * status has just changed. Shared: the table is in memory too.
 */
export const run = async (): Promise<Figure[]> => {
  const sheaf = await startSheaf({ env: { LOG_LEVEL: "error", DEMO_ORDERS_PER_MINUTE: "0" } });
  try {
    const merchant = await logIn(sheaf, shop);
    const usual = await pageOf(merchant);
    const coldTimes: number[] = [];
    let html = "";
    for (let round = 0; round < cold; round += 1)
      coldTimes.push(
        await ms(async () => {
          html = await usual.look(true);
        }),
      );
    const rows = rowsIn(html).toLocaleString("en");
    const megabytes = (html.length / 1_000_000).toFixed(1);
    const shared: number[] = [];
    for (let round = 0; round < rounds; round += 1) shared.push(await ms(() => usual.look()));

    const withStatus = await pageOf(merchant, [...defaultColumnKeys, "LocalStatus"]);
    const orders = [...(await withStatus.look()).matchAll(/ data-order="(\d+)" data-status/g)].map(
      ([, order]) => order,
    );
    const unlike = [...new Set(orders)].slice(0, warmUp + rounds);
    const warm: number[] = [];
    // Each round another order, so that no table was ever made before.
    for (const [round, order = ""] of unlike.entries()) {
      await withStatus.set(order, LocalStatus.Done);
      const took = await ms(async () => {
        if (!(await withStatus.look()).includes(`data-order="${order}" data-status="${LocalStatus.Done}"`))
          throw new Error("The table does not show the status that was just chosen.");
      });
      if (round >= warmUp) warm.push(took);
    }
    const together = await ms(() => Promise.all(Array.from({ length: 20 }, () => usual.look(true))));
    const under = (value: number) => ({ text: "under 400 ms", met: value < 400 });
    return [
      {
        name: `live table of ${shop}, cold: 1,000 orders read, ${rows} rows, ${megabytes} MB, p50`,
        value: median(coldTimes),
        unit: "ms",
      },
      {
        name: "live table, warm: orders known, table made anew after a local status, p50",
        value: median(warm),
        unit: "ms",
        goal: under(median(warm)),
      },
      { name: "live table, warm, p99", value: percentile(warm, 0.99), unit: "ms" },
      {
        name: "live table, shared: what others look at already, p50",
        value: median(shared),
        unit: "ms",
        goal: under(median(shared)),
      },
      { name: "20 pages that press 'Refresh now' at once, until the last has its table", value: together, unit: "ms" },
    ];
  } finally {
    await sheaf.stop();
  }
};
