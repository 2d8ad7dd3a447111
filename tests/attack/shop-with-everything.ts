import { join } from "node:path";
import { FileType } from "#domain/enumerations.ts";
import type { SelectableOrdersPage } from "#domain/wire/filters/orders.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { createSqliteEventStore } from "#infra/sqlite/events/event-store.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import {
  createDesign,
  filtersOf,
  generate,
  logIn,
  type Merchant,
  saveFilter,
  waitForExport,
} from "#tests/support/merchant.ts";
import type { StartedSheaf } from "#tests/support/start-sheaf.ts";

/** A shop that owns one of everything that has an id or an address. */
export type ShopWithEverything = {
  merchant: Merchant;
  tenant: string;
  /** Ids that another shop could try to act on, by kind. */
  ids: Readonly<Record<string, string>>;
  /** Address of its finished file. */
  fileUrl: string;
};

const claimsOf = (token: string): { sub: string } =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/** `word` is in every name. */
export const givenShopWithEverything = async (
  sheaf: StartedSheaf,
  shop: string,
  word: string,
): Promise<ShopWithEverything> => {
  const merchant = await logIn(sheaf, shop);
  const { client } = merchant;
  const conditions = {
    financial_status: 0,
    fulfillment_status: 0,
    order_status: 0,
    sievers: { 3000: [word] },
  } as const;
  const made = await saveFilter(merchant, conditions);
  const filter = await client.data<typeof made>("PUT", "filters/update-filter", { ...made, title: word });
  const deleted = await client.data<typeof made>("POST", "filters/clone", filter.id);
  await client.data("POST", "filters/delete", deleted.id);
  const design = await createDesign(merchant);
  const deletedDesign = await createDesign(merchant);
  await client.data("POST", "reports/delete", deletedDesign.id);
  const job = await generate(merchant, design.id, { range: { kind: "thirtyDays" }, fileType: FileType.Html });
  const finished = await waitForExport(merchant, job.ReportExportId);
  await client.data("PUT", "appData/setManualExport", {
    FileType: FileType.Csv,
    ReportId: design.id,
    UserOrderFilters: filtersOf({ kind: "ninetyDays" }),
  });
  const page = await client.data<SelectableOrdersPage>("GET", "orders/selectedOrders?location=manual&pageSize=1");
  if (!page.NextPage || !finished.PublicUrl) throw new Error(`${shop} has no second page of orders, or no file link.`);
  return {
    merchant,
    tenant: claimsOf(client.token() ?? "").sub,
    ids: {
      tenant: claimsOf(client.token() ?? "").sub,
      filter: filter.id,
      "deleted filter": deleted.id,
      design: design.id,
      "deleted design": deletedDesign.id,
      export: job.ReportExportId,
      "page of orders": page.NextPage,
      order: page.Orders[0]?.Id ?? "",
    },
    fileUrl: finished.PublicUrl,
  };
};

/** Every event of a shop so far, whatever its stream. */
export const eventsOf = async (dataDir: string, { tenant, ids }: ShopWithEverything): Promise<RecordedEvent[]> => {
  const store = createSqliteEventStore({ file: join(dataDir, "events.db") });
  try {
    const found: RecordedEvent[] = [];
    for (let after: string | undefined; ; ) {
      const batch = await store.readAll({ limit: 1_000, ...(after === undefined ? {} : { after }) });
      const own = [tenant, ids.export ?? ""];
      found.push(
        ...batch.filter(({ stream, data }) => own.some((id) => stream.endsWith(id)) || data.tenant === tenant),
      );
      after = batch.at(-1)?.position;
      if (after === undefined) return found;
    }
  } finally {
    await store.close();
  }
};

/** All that a shop sees of its own. */
export const viewOf = async ({ merchant: { client }, ids }: ShopWithEverything): Promise<unknown[]> =>
  Promise.all(
    [
      "filters/get-filters",
      `filters/get-filter?id=${ids.filter}`,
      `filters/history?id=${ids.filter}`,
      "filters/deleted",
      "reports/get-reports",
      `reports/get/with-columns/${ids.design}`,
      `reports/history?id=${ids.design}`,
      "reports/deleted",
      "appData/getManualExport",
      "reporting/getExportList",
    ].map((path) => client.data("GET", path)),
  );

/** The key that a running product signs tokens with, for tokens with a single fault. */
export const tokenKey = async (dataDir: string): Promise<Uint8Array> => {
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock: createSystemClock(), readModels: "none" });
  try {
    return Buffer.from(stores.vault.sign("merchant-token", "HS256"), "base64url");
  } finally {
    await stores.close();
  }
};
