import type { Filter, FilterItem, UpdateFilterPayload } from "#domain/wire/filters/filters.ts";
import type { Suggestions } from "#domain/wire/filters/suggestions.ts";
import type { Script, Scripted } from "./scripted-api.ts";

export const emptyFilter: Filter = {
  id: "f1",
  title: "New filter 1",
  ordering: 0,
  order_filter_view: 0,
  financial_status: 0,
  fulfillment_status: 0,
  order_status: 0,
  OrderSievers: [],
};

/** One of everything. */
export const fullFilter: Filter = {
  ...emptyFilter,
  title: "Wholesale, to be shipped",
  financial_status: 5,
  fulfillment_status: 4,
  order_status: 1,
  OrderSievers: [
    { Field: 1001, Filter: ["wholesale", "vip", "!test"] },
    { Field: 1002, Filter: ["Athens Warehouse"] },
    { Field: 1004, Filter: [">=500", "<20000"] },
    { Field: 2000, Filter: ["!not_eligible"] },
    { Field: 2004, Filter: ["!*"] },
    { Field: 2005, Filter: [">=10"] },
    { Field: 3000, Filter: ["Meltemi Linen"] },
    { Field: 4000, Filter: ["*"] },
    { Field: 1003, Filter: ["delivery:date(YYYY/MM/DD; 1)"] },
  ],
};

/** A server of one filter: merges nothing, takes what is sent, counts versions. */
export const filterServer = (filter: Filter = fullFilter, others: FilterItem[] = []) => {
  const server = { filter, version: 3, count: { Count: 128, HasPostProcessFilters: true } };
  const now = (): Scripted => ({ data: server.filter, etag: `"${server.version}"` });
  const script: Script = {
    "filters/get-filter": (_body, url) =>
      url.searchParams.get("id") === server.filter.id
        ? now()
        : { status: 404, error: { code: "Unknown", message: "This filter can't be found." } },
    "filters/get-filters": () => ({ data: [server.filter, ...others] }),
    "filters/update-filter": (body) => {
      const { id, ...sent } = body as UpdateFilterPayload;
      server.filter = { ...server.filter, ...sent, id, ordering: server.filter.ordering };
      server.version += 1;
      return now();
    },
    "filters/order-count": () => ({ data: server.count }),
    "filters/suggestions": (_body, url) => {
      const words =
        { 1001: ["vip", "wholesale", "gift", "returning"], 3000: ["Meltemi Linen", "Acme"] }[
          url.searchParams.get("field") ?? ""
        ] ?? [];
      const Values = words.map((Value, at) => ({ Value, Orders: [33, 12, 4, 0][at] ?? 0 }));
      const data: Suggestions = { Values, OrdersRead: 250, IsWhole: words.length > 0 };
      return { data };
    },
    "locations/get-names": () => ({ data: ["Athens Warehouse", "Berlin Store", "Lisbon Pop-up"] }),
    "appData/getResourceRestrictions": () => ({ data: { MaxReports: 25, MaxFilters: 25, MaxAutomations: 10 } }),
  };
  return { server, script };
};
