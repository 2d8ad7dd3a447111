import { catalogueVersion, columnByKey, defaultColumnKeys } from "#domain/columns/catalogue.ts";
import { nativeOrdersQuery } from "#domain/dates/native-orders-query.ts";
import { DateRange, FileType, Grouping, Sorting } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { compile } from "#domain/groupings/compile.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { readConfig } from "#infra/config/config.ts";
import { openEmbeddedStores } from "#infra/sqlite/open-embedded.ts";
import { storePlatformOf } from "#infra/store-platform/from-config.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { makeFile } from "../../exporter/attempt/make-file.ts";

/** One measurement in a process of its own: fetches a shop's orders by the client alone, or makes their CSV; prints JSON. */

const [mode, tenant = "", shop = ""] = process.argv.slice(2);

const config = readConfig(process.env);
const clock = createSystemClock();
const stores = openEmbeddedStores({ dataDir: config.DATA_DIR, clock, readModels: "none" });
const platform = storePlatformOf(config, { stateStore: stores.stateStore, vault: stores.vault, clock });
const requestedAt = clock.now().toISOString();
const input: FrozenInput = {
  schema: 1,
  catalogueVersion,
  exportId: "bench",
  tenant,
  shop: {
    shop,
    myshopifyDomain: shop,
    ianaTimezone: "America/New_York",
    currencyCode: "USD",
    primaryLocale: "en",
    weightUnit: "GRAMS",
    adminUrl: "http://localhost",
  },
  design: {
    reportId: "bench",
    title: "Bench",
    grouping: Grouping.Orders,
    columns: defaultColumnKeys.map((column) => ({
      column,
      visible: true,
      sorting: Sorting.None,
      title: null,
      width: null,
    })),
  },
  fileType: FileType.Csv,
  fileName: "Bench.csv",
  preferences: defaultPreferences,
  filters: { range: DateRange.noFilter, from: null, to: requestedAt },
  selectedOrderIds: [],
  requestedAt,
};

const { signal } = new AbortController();
const start = process.hrtime.bigint();
let orders = 0;
if (mode === "client") {
  const { fields } = compile(input.design, columnByKey);
  const query = nativeOrdersQuery(input.filters);
  for await (const page of platform.orders({ tenant, shop }, { query, fields, signal })) orders += page.length;
} else {
  const part = await stores.fileStore.createPart("bench.part");
  const progress = { report: () => {}, end: async () => {} };
  ({ orders } = await makeFile({ platform, input, part, progress, expectedOrders: 0, signal }));
  await part.discard();
}
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
console.log(
  JSON.stringify({ orders, seconds, peakMiB: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 }),
);
await stores.close();
