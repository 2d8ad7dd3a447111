import type { z } from "zod";
import type {
  AcceptTermsPayload,
  Account,
  InstallPayload,
  LoginCallbackPayload,
  LoginResponse,
} from "#domain/wire/account.ts";
import type { ReportColumnInfo } from "#domain/wire/columns.ts";
import type { Filter, FilterItem, UpdateFilterPayload } from "#domain/wire/filters.ts";
import type { DeletedItem, HistoryItem, HistoryVersion, Restored } from "#domain/wire/history.ts";
import type { SelectableOrdersPage } from "#domain/wire/orders.ts";
import type {
  ExportJob,
  GenerateReportPayload,
  ManualExport,
  OrderCount,
  ResourceRestrictions,
} from "#domain/wire/reporting.ts";
import type { ReportDesignItem } from "#domain/wire/reports.ts";
import type { ApiRequest, Http } from "../shared/api/http.ts";

/** `GET app-config`: what the installation is and what it links to; what is unset is not shown (decision 16). */
export type AppConfig = {
  Environment: string;
  Links: {
    Review: string | null;
    Chat: string | null;
    AppStore: string | null;
    SupportEmail: string | null;
    PostalAddress: string | null;
  };
  DemoShops: string[];
  /** Address of a film that replaces our own recording; null when the installation has none. */
  TutorialVideo?: string | null;
};

/** The calls of part 1 section 7 that exist so far. Each answers `Data`, and throws ApiError for anything else. */
export const createMerchantApi = (http: Http) => {
  const data = async <Data>(request: ApiRequest): Promise<Data> => (await http.send<Data>(request)).data;
  const get = <Data>(path: string, more: { params?: Record<string, string>; signal?: AbortSignal } = {}) =>
    data<Data>({ method: "GET", kind: "query", path, ...more });
  const command = <Data>(path: string, body?: unknown, method: "POST" | "PUT" = "POST") =>
    data<Data>({ method, kind: "command", path, body });

  return {
    /** Every column of the catalogue, in its order. */
    columns: (signal: AbortSignal) => get<ReportColumnInfo[]>("data/columns", { signal }),
    appConfig: (signal: AbortSignal) => get<AppConfig>("app-config", { signal }),
    isOnline: (shop: string | null) =>
      data<unknown>({
        method: "POST",
        kind: "query",
        path: "instrumentation/isOnline",
        body: { ShopName: shop },
        quiet: true,
      }),

    login: (shopName: string) => command<string | null>("account/login", { ShopName: shopName }),
    install: (payload: z.infer<typeof InstallPayload>) => command<string | null>("account/install", payload),
    loginCallback: (payload: z.infer<typeof LoginCallbackPayload>) =>
      command<LoginResponse | null>("account/loginCallback", payload),
    approveClientCharge: () => command<LoginResponse | null>("account/approveClientCharge"),
    selectTier: () => command<LoginResponse | null>("account/select-tier"),
    acceptTerms: (payload: z.infer<typeof AcceptTermsPayload>) => command<Account>("account/accept-terms", payload),
    accountStatus: (signal: AbortSignal) =>
      get<Pick<LoginResponse, "Shop" | "LoginAction">>("account/status", { signal }),
    logout: () => command<unknown>("account/logout"),
    /** Hands a message to support; a repeat of it is taken once. */
    sendMessage: (message: string) => command<unknown>("support/send-message", message),

    reports: (signal: AbortSignal) => get<ReportDesignItem[]>("reports/get-reports", { signal }),
    /** With the list's ETag, to send back when it is put in order. */
    reportList: (signal: AbortSignal) =>
      http.send<ReportDesignItem[]>({ method: "GET", kind: "query", path: "reports/get-reports", signal }),
    createReport: () => command<ReportDesignItem>("reports/create-new"),
    cloneReport: (id: string) => command<ReportDesignItem>("reports/clone", id),
    /** 'ok', or the title of the automated report that uses it (decision 8). */
    deleteReport: (id: string) => command<string>("reports/delete", id),
    orderReports: (ids: readonly string[], ifMatch: string | null) =>
      http.send<boolean>({ method: "PUT", kind: "command", path: "reports/set-ordering", body: ids, ifMatch }),

    filters: (signal: AbortSignal) => get<FilterItem[]>("filters/get-filters", { signal }),
    /** With the list's ETag, as of the report designs. */
    filterList: (signal: AbortSignal) =>
      http.send<FilterItem[]>({ method: "GET", kind: "query", path: "filters/get-filters", signal }),
    createFilter: () => command<Filter>("filters/create-new"),
    orderFilters: (ids: readonly string[], ifMatch: string | null) =>
      http.send<boolean>({ method: "PUT", kind: "command", path: "filters/set-ordering", body: ids, ifMatch }),
    /** With its ETag, to send back when it is changed. */
    filter: (id: string, signal: AbortSignal) =>
      http.send<Filter>({ method: "GET", kind: "query", path: "filters/get-filter", params: { id }, signal }),
    /** Answers the filter as it now stands, with what others changed meanwhile, and its new ETag. */
    updateFilter: (filter: UpdateFilterPayload, ifMatch: string | null) =>
      http.send<Filter>({ method: "PUT", kind: "command", path: "filters/update-filter", body: filter, ifMatch }),
    cloneFilter: (id: string) => command<Filter>("filters/clone", id),
    /** 'ok', or the title of the automated report that uses it (decision 8). */
    deleteFilter: (id: string) => command<string>("filters/delete", id),
    filterOrderCount: (id: string, signal: AbortSignal) =>
      get<OrderCount>("filters/order-count", { params: { id }, signal }),
    /** Values of one siever that the shop's own data hold, most frequent first. */
    filterSuggestions: (code: number, signal: AbortSignal) =>
      get<string[]>("filters/suggestions", { params: { field: String(code) }, signal }),
    /** Newest first; also of what was deleted. */
    history: (of: "filters" | "reports", id: string, signal: AbortSignal) =>
      get<HistoryItem[]>(`${of}/history`, { params: { id }, signal }),
    /** What restoring a version would bring. */
    historyVersion: <Item>(of: "filters" | "reports", id: string, version: number, signal: AbortSignal) =>
      get<HistoryVersion<Item>>(`${of}/history-version`, { params: { id, version: String(version) }, signal }),
    deletedItems: (of: "filters" | "reports", signal: AbortSignal) => get<DeletedItem[]>(`${of}/deleted`, { signal }),
    /** With the new ETag of what was restored. */
    restore: <Item>(of: "filters" | "reports", id: string, version: number) =>
      http.send<Restored<Item>>({ method: "POST", kind: "command", path: `${of}/restore`, body: { id, version } }),
    locationNames: (signal: AbortSignal) => get<string[]>("locations/get-names", { signal }),
    restrictions: (signal: AbortSignal) => get<ResourceRestrictions>("appData/getResourceRestrictions", { signal }),

    manualExport: (signal: AbortSignal) => get<ManualExport>("appData/getManualExport", { signal }),
    setManualExport: (state: ManualExport) => command<unknown>("appData/setManualExport", state, "PUT"),
    orderCount: (signal: AbortSignal) =>
      get<OrderCount>("orders/page-count", { params: { location: "manual" }, signal }),
    /** The first page of the orders that the saved page state lists, newest first; 250 of them (part 1 section 9). */
    selectedOrders: (signal: AbortSignal) =>
      get<SelectableOrdersPage>("orders/selectedOrders", { params: { location: "manual", pageSize: "250" }, signal }),
    /** `url`: the `PrevPage` or `NextPage` of an earlier page. */
    selectedOrdersByUrl: (url: string, signal: AbortSignal) =>
      get<SelectableOrdersPage>("orders/selectedOrders-by-url", { params: { url }, signal }),

    generateReport: (payload: z.infer<typeof GenerateReportPayload>) =>
      command<ExportJob>("reporting/generateReport", payload),
    cancelExport: (id: string) => command<boolean>("reporting/cancelExport", id),
    /** Asks for a failed export once more, as it was; answers the new job. */
    retryExport: (id: string) => command<ExportJob>("reporting/retryExport", id),
    exportList: (signal: AbortSignal) => get<ExportJob[]>("reporting/getExportList", { signal }),
    pollExportList: (ids: string[], signal: AbortSignal) =>
      data<ExportJob[]>({ method: "POST", kind: "query", path: "reporting/pollExportList", body: ids, signal }),
  };
};

export type MerchantApi = ReturnType<typeof createMerchantApi>;
