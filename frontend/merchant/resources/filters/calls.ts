import type { Filter, ListedFilter } from "#domain/wire/filters/filters.ts";
import type { OrderCheck, OrderCheckPayload } from "#domain/wire/filters/order-check.ts";
import type { Suggestions } from "#domain/wire/filters/suggestions.ts";
import type { WhyMissing, WhyMissingInRunPayload, WhyMissingPayload } from "#domain/wire/filters/why-missing.ts";
import type { OrderCount } from "#domain/wire/reports/reporting.ts";
import type { Calls } from "../../../shared/api/calls.ts";
import type { ApiResponse } from "../../../shared/api/http.ts";
import { type EditableFilter, filterFromWire, filterToWire } from "./editable-filter.ts";

const toEditable = (answer: ApiResponse<Filter>): ApiResponse<EditableFilter> => ({
  ...answer,
  data: filterFromWire(answer.data),
});

/** Filters, and suggestions of their values. */
export const createFilterCalls = ({ http, get, request, command }: Calls) => ({
  /** Includes the list's ETag to send when reordering. */
  filterList: (signal: AbortSignal) =>
    http.send<ListedFilter[]>({ method: "GET", kind: "query", path: "filters/get-filters", signal }),
  /** Without `title` the server names it. */
  createFilter: async (title?: string) =>
    filterFromWire(await command<Filter>("filters/create-new", title === undefined ? undefined : { Title: title })),
  orderFilters: (ids: readonly string[], ifMatch: string | null) =>
    http.send<boolean>({ method: "PUT", kind: "command", path: "filters/set-ordering", body: ids, ifMatch }),
  /** Includes the ETag to send with changes. */
  filter: async (id: string, signal: AbortSignal) =>
    toEditable(
      await http.send<Filter>({ method: "GET", kind: "query", path: "filters/get-filter", params: { id }, signal }),
    ),
  /** Returns the filter as stored, with others' changes, and its new ETag. */
  updateFilter: async (filter: EditableFilter, ifMatch: string | null) => {
    const body = filterToWire(filter);
    return toEditable(
      await http.send<Filter>({ method: "PUT", kind: "command", path: "filters/update-filter", body, ifMatch }),
    );
  },
  cloneFilter: async (id: string) => filterFromWire(await command<Filter>("filters/clone", id)),
  /** Returns 'ok', or the title of an automated report that uses the filter. */
  deleteFilter: (id: string) => command<string>("filters/delete", id),
  filterOrderCount: (id: string, signal: AbortSignal) =>
    get<OrderCount>("filters/order-count", { params: { id }, signal }),
  /** One step of a check of how many orders a filter leaves. Failures are silent: the page works without the check. */
  checkOrders: (body: OrderCheckPayload, signal: AbortSignal) =>
    request<OrderCheck>({ method: "POST", kind: "query", path: "orders/check", body, signal, isBackground: true }),
  /** Says why a page's choices, or an automated report (`id`), leave out an order. */
  whyMissing: (body: WhyMissingPayload | WhyMissingInRunPayload) =>
    request<WhyMissing>({
      method: "POST",
      kind: "query",
      path: `${"id" in body ? "automations" : "orders"}/why-missing`,
      body,
    }),
  /** Values from the shop's own data, most frequent first, with their numbers of orders. */
  filterSuggestions: (code: number, signal: AbortSignal) =>
    get<Suggestions>("filters/suggestions", { params: { field: String(code) }, signal }),
  locationNames: (signal: AbortSignal) => get<string[]>("locations/get-names", { signal }),
});
