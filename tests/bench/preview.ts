import { columnByKey, defaultColumnKeys } from "#domain/columns/catalogue.ts";
import { Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import { compileDesign } from "#domain/groupings/compile.ts";
import { previewColumns, previewOrders } from "#domain/reports/preview-columns.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { createConfiguredStorePlatform } from "#hosting/store-platform.ts";
import { readConfig } from "#infra/config/config.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createDesign, logIn } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import { type Figure, interleaved, percentile, seconds } from "./measure.ts";

const shop = "borealis-demo";
const warmUp = 10;
const rounds = 40;

/**
 * Latency of the designer: the preview of a shop of 12,000 orders, read again each time, compared with the platform's
 * own answer.
 */
export const run = async (): Promise<Figure[]> => {
  const sheaf = await startSheaf({ env: { LOG_LEVEL: "error" } });
  const config = readConfig({ DATA_DIR: sheaf.dataDir, STORE_URL_TEMPLATE: `${sheaf.demoUrl}/{shop}` });
  const clock = createSystemClock();
  const stores = await openStores({ config, clock, readModels: "none" });
  try {
    const merchant = await logIn(sheaf, shop);
    const { id } = await createDesign(merchant);
    const columns = previewColumns({ grouping: Grouping.Orders, shown: defaultColumnKeys, settings: {} });
    const design = { grouping: Grouping.Orders, splitter: WorksheetSplitter.None, sortedBy: null, columns };
    const { fields } = compileDesign(design, columnByKey);
    const platform = createConfiguredStorePlatform(config, {
      stateStore: stores.stateStore,
      vault: stores.vault,
      clock,
    });
    const { signal } = new AbortController();
    const access = { tenant: merchant.account.id, shop, signal };
    let [orders, cells] = [0, 0];
    const all: number[] = [];
    const preview = async (refresh: boolean) => {
      const took = await seconds(async () => {
        const path = `reportData/design-data/${id}${refresh ? "?refresh=true" : ""}`;
        const { Orders, Columns, Sheets } = await merchant.client.data<Preview>("GET", path);
        orders = Orders;
        cells = Columns.length * Sheets.reduce((rows, { Rows }) => rows + Rows.length, 0);
      });
      return took * 1_000;
    };
    const bare = async () =>
      1_000 *
      (await seconds(async () => {
        let read = 0;
        for await (const page of platform.streamOrders(access, { query: "", fields, atMost: previewOrders.usual }))
          read += page.length;
        if (read !== previewOrders.usual) throw new Error(`The platform answered ${read} orders.`);
      }));
    for (let round = 0; round < warmUp; round += 1) await Promise.all([preview(true), bare()]);
    const { ours, peer } = await interleaved(
      rounds,
      async () => {
        const took = await preview(true);
        all.push(took);
        return took;
      },
      bare,
    );
    const again = await interleaved(rounds, () => preview(false), bare);
    if (orders !== previewOrders.usual) throw new Error(`The preview is of ${orders} orders.`);
    const beside = (value: number, of: number) => ({
      name: "the platform's answer alone",
      value: of,
      ratio: value / of,
    });
    const p99 = percentile(all, 0.99);
    return [
      {
        name: `preview of ${shop}, ${cells.toLocaleString("en")} cells, p50`,
        value: ours,
        unit: "ms",
        peer: beside(ours, peer),
        goal: { text: "under 300 ms", met: ours < 300 },
      },
      { name: `preview of ${shop}, p99`, value: p99, unit: "ms", peer: beside(p99, peer) },
      {
        name: `preview of ${shop}, orders read a moment ago, p50`,
        value: again.ours,
        unit: "ms",
        peer: beside(again.ours, again.peer),
      },
    ];
  } finally {
    await stores.close();
    await sheaf.stop();
  }
};
