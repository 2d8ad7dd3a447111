import type { Filter, FilterItem, UpdateFilterPayload } from "#domain/wire/filters/filters.ts";
import { withOrders } from "./report-scenes.ts";
import { customFilter, pageState, type Script, type Scripted } from "./scripted-api.ts";
import { emptyFilter, fullFilter } from "./scripted-filters.ts";

/** The merchant's own filters, out of their order. */
const own: Filter[] = [
  { ...emptyFilter, id: "f2", title: "Paid this week", ordering: 1, financial_status: 3, order_status: 1 },
  fullFilter,
];

const item = ({ id, title, ordering, order_filter_view }: Filter): FilterItem => ({
  id,
  title,
  ordering,
  order_filter_view,
});

/** Creates a Generate report page's server with filters. It keeps choices, changes and deletions. */
export const reportsWithFilters = (chosen: string | null, room = 25) => {
  const system: Filter = { ...emptyFilter, ...customFilter };
  const server = {
    filters: [{ ...system, id: "live", order_filter_view: 2 as const }, ...own, system],
    page: { ...pageState, UserOrderFilters: { ...pageState.UserOrderFilters, report_filter_id: chosen } },
    version: 3,
    count: { Count: 1_204, HasPostProcessFilters: true },
    /** Changes a filter as another tab would. */
    change: (id: string, change: Partial<Filter>) => {
      server.version += 1;
      server.filters = server.filters.map((filter) => (filter.id === id ? { ...filter, ...change } : filter));
    },
    remove: (id: string) => {
      server.filters = server.filters.filter((filter) => filter.id !== id);
    },
  };
  const unknown: Scripted = {
    status: 404,
    error: { code: "unknown", message: "This filter can't be found. Choose another one." },
  };
  const isThere = () => {
    const { report_filter_id: id } = server.page.UserOrderFilters;
    return id === null || server.filters.some((filter) => filter.id === id);
  };
  const script: Script = {
    ...withOrders,
    "filters/get-filters": () => ({ data: server.filters.map(item) }),
    "filters/get-filter": (_body, url) => {
      const filter = server.filters.find(({ id }) => id === url.searchParams.get("id"));
      return filter ? { data: filter, etag: `"${server.version}"` } : unknown;
    },
    "filters/create-new": () => {
      const made: Filter = { ...emptyFilter, id: "new", title: "New filter 1", ordering: 2 };
      server.filters = [...server.filters, made];
      return { data: made };
    },
    "filters/update-filter": (body) => {
      const { id, ...sent } = body as UpdateFilterPayload;
      server.change(id, sent as Partial<Filter>);
      const filter = server.filters.find((one) => one.id === id);
      return filter ? { data: filter, etag: `"${server.version}"` } : unknown;
    },
    "filters/order-count": () => ({ data: server.count }),
    "filters/suggestions": () => ({ data: { Values: [], OrdersRead: 250, IsWhole: false } }),
    "locations/get-names": () => ({ data: [] }),
    "appData/getManualExport": () => ({ data: server.page }),
    "appData/setManualExport": (body) => {
      server.page = body as typeof server.page;
      return { data: true };
    },
    "appData/getResourceRestrictions": () => ({ data: { MaxReports: 25, MaxFilters: room, MaxAutomations: 10 } }),
    "orders/page-count": () => (isThere() ? { data: server.count } : unknown),
  };
  return { server, script };
};
