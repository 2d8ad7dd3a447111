import { readThrottled, type Throttled } from "#application/alerts/throttled.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleThrottledShop } from "#domain/wire/support/console-alerts.ts";
import type { ConsoleDeps } from "../deps.ts";
import { createInMemoryResource } from "../lists/in-memory-resource.ts";
import type { Resource } from "../lists/resource.ts";

/** Finds a tenant by shop name: callers of the platform know no other. */
const tenantOf = async ({ readModels }: Pick<ConsoleDeps, "readModels">, shop: string): Promise<string> => {
  const where = [{ field: "shop", equals: shop }];
  // An erased and reinstalled shop has two documents.
  const found = await readModels.find(collections.shops.name, { where, limit: 10 });
  return (found.find(({ document }) => document.installed === true) ?? found[0])?.id ?? shop;
};

export const throttledShopsResource = (deps: Pick<ConsoleDeps, "readModels" | "state">): Resource => {
  const rowOf = async ({ shop, since, lastAt, reason }: Throttled): Promise<ConsoleThrottledShop> => {
    const tenant = await tenantOf(deps, shop);
    return { id: tenant, tenant, shop, since, lastAt, reason };
  };
  return createInMemoryResource({
    name: "throttled-shops",
    shape: {
      filters: {},
      sorts: { since: "since", lastAt: "lastAt", shop: "shop" },
      sort: { field: "since", descending: false },
    },
    read: async () => Promise.all((await readThrottled(deps.state)).map(rowOf)),
    tenantOf: ({ tenant }) => tenant,
  });
};
