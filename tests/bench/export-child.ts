import { createPeopleHash } from "#application/people/people-hash.ts";
import { columnByKey, defaultColumnKeys } from "#domain/columns/catalogue.ts";
import { buildNativeOrdersQuery } from "#domain/dates/build-native-orders-query.ts";
import { FileType, Grouping, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { compileDesign } from "#domain/groupings/compile.ts";
import { createConfiguredStorePlatform } from "#hosting/store-platform.ts";
import { readConfig } from "#infra/config/config.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { makeFile } from "../../exporter/attempt/make-file.ts";
import { createPeopleSink } from "../../exporter/attempt/people-sink.ts";
import { benchInput } from "./bench-input.ts";

/**
 * One measurement in its own process: fetches a shop's orders by the client alone, or makes their CSV (or Excel file),
 * `export` as they come, else held until the last one; prints JSON. SPILL_AFTER_MB: what of it is held in memory.
 */

const [mode = "export", tenant = "", shop = "", format = "csv"] = process.argv.slice(2);

const held: Readonly<Record<string, Partial<FrozenInput["design"]>>> = {
  sorted: { sortedBy: { column: "ProductTitle", sorting: Sorting.Ascending } },
  variants: { grouping: Grouping.ProductVariants },
  "by-vendor": { splitter: WorksheetSplitter.Vendor },
};

const config = readConfig(process.env);
const clock = createSystemClock();
const stores = await openStores({ config, clock, readModels: "none" });
const platform = createConfiguredStorePlatform(config, { stateStore: stores.stateStore, vault: stores.vault, clock });
const requestedAt = clock.now().toISOString();
const fileType = format === "excel" ? FileType.Excel : FileType.Csv;
const input = benchInput({ tenant, shop, fileType, columns: defaultColumnKeys, requestedAt }, held[mode]);

const { signal } = new AbortController();
const start = process.hrtime.bigint();
let orders = 0;
if (mode === "client") {
  const { fields } = compileDesign(input.design, columnByKey);
  const query = buildNativeOrdersQuery(input.filters);
  for await (const page of platform.streamOrders({ tenant, shop, signal }, { query, fields })) orders += page.length;
} else {
  const part = await stores.fileStore.createPart("bench.part");
  const peoplePart = await stores.fileStore.createPart("bench.peoplepart");
  const people = createPeopleSink(peoplePart, createPeopleHash(stores.vault, tenant));
  const spool = stores.scratch.open(`bench-${process.pid}`);
  const progress = { report: () => {}, end: async () => {} };
  ({ orders } = await makeFile({
    platform,
    input,
    part,
    people,
    statuses: async () => new Map(),
    progress,
    expectedOrders: 0,
    bytesAtMost: Number.POSITIVE_INFINITY,
    spilling: { spool, spillAfterBytes: config.SPILL_AFTER_MB * 1e6, bytesAtMost: Number.POSITIVE_INFINITY },
    signal,
  }));
  await Promise.all([part.discard(), peoplePart.discard(), spool.remove()]);
}
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
console.log(
  JSON.stringify({ orders, seconds, peakMiB: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 }),
);
await stores.close();
