import type { z } from "zod";
import type {
  AcceptTermsPayload,
  Account,
  InstallPayload,
  LoginCallbackPayload,
  LoginResponse,
  Permissions,
} from "#domain/wire/account/account.ts";
import type { ShopFeatures } from "#domain/wire/account/features.ts";
import type { ResourceRestrictions } from "#domain/wire/account/restrictions.ts";
import type { FoundNumbers, FoundOrders, SelectableOrdersPage } from "#domain/wire/filters/orders.ts";
import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";
import type { ManualExport, OrderCount } from "#domain/wire/reports/reporting.ts";
import type { SupportLook } from "#domain/wire/support/impersonation.ts";
import type { SupportActs } from "#domain/wire/support/support-acts.ts";
import type { Trouble } from "#domain/wire/troubles.ts";
import { createCalls } from "../shared/api/calls.ts";
import type { Http } from "../shared/api/http.ts";
import { automationCalls } from "./resources/automations/calls.ts";
import { configurationCalls } from "./resources/configuration/calls.ts";
import { customerDataCalls } from "./resources/customer-data-calls.ts";
import { designCalls } from "./resources/designs/calls.ts";
import { exportCalls } from "./resources/exports/calls.ts";
import { filterCalls } from "./resources/filters/calls.ts";
import { historyCalls } from "./resources/history-calls.ts";
import { liveCalls } from "./resources/live/calls.ts";
import { supportCalls } from "./resources/support-calls.ts";

/** A look of support that began. `Console`: address of the shop's page at the support console, null where it was not asked from there. */
export type LookBegun = LoginResponse & { Support: SupportLook; Console: string | null };

/** `GET app-config`: what the installation is and what it links to; what is unset is not shown. */
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
  /** First and last of the small demo shops, which are too many to list. */
  SmallDemoShops?: { First: string; Last: string } | null;
  /** Address of a film that replaces our own recording; null when the installation has none. */
  TutorialVideo?: string | null;
  /** From which the server calls FTP servers; none where they are not told. */
  OutboundAddresses?: string[];
  /** A report of more bytes, in millions, goes into its mail as a link. */
  MailAttachmentMaxMb?: number;
};

const patienceWithTroubles = 5_000;

/** The page whose saved state says which orders. */
type OrdersOf = { location: "manual" } | { location: "live"; reportId: string };

/** The calls of S-1.7 that exist so far. Each answers `Data`, and throws ApiError for anything else. */
export const createMerchantApi = (http: Http) => {
  const calls = createCalls(http);
  const { data, get, command } = calls;
  return {
    ...designCalls(calls),
    ...filterCalls(calls),
    ...historyCalls(calls),
    ...exportCalls(calls),
    ...configurationCalls(calls),
    ...automationCalls(calls),
    ...liveCalls(calls),
    ...customerDataCalls(calls),
    ...supportCalls(calls),

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

    /** What the server cannot do now; it answers that from memory. */
    troubles: () =>
      data<Trouble[]>({
        method: "GET",
        kind: "query",
        path: "instrumentation/troubles",
        signal: AbortSignal.timeout(patienceWithTroubles),
        quiet: true,
        aside: true,
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
    /** What the shop lets Sheaf read. */
    permissions: (signal: AbortSignal) => get<Permissions>("account/permissions", { signal }),
    /** Where the merchant consents to more; `returnUrl`: the path to come back to. */
    askPermissions: (scopes: readonly string[], returnUrl: string) =>
      command<string | null>("account/ask-permissions", { Scopes: scopes, ReturnUrl: returnUrl }),
    logout: () => command<unknown>("account/logout"),
    /** The ticket of a look of support, which works once. */
    impersonate: (ticket: string) => command<LookBegun>("account/impersonate", ticket),
    /** The same by a shop's number, in the local environment alone. */
    impersonateDebug: (shop: number) => command<LookBegun>("account/impersonate-debug", shop),
    /** Hands a message to support; a repeat of it is taken once. */
    sendMessage: (message: string) => command<unknown>("support/send-message", message),
    /** What our support did for the shop. */
    supportActs: (signal: AbortSignal) => get<SupportActs>("configuration/support-acts", { signal }),
    restrictions: (signal: AbortSignal) => get<ResourceRestrictions>("appData/getResourceRestrictions", { signal }),
    /** What the shop may use beyond what every shop may, and the groupings of its designs. */
    features: (signal: AbortSignal) => get<ShopFeatures>("appData/getFeatures", { signal }),

    manualExport: (signal: AbortSignal) => get<ManualExport>("appData/getManualExport", { signal }),
    setManualExport: (state: ManualExport) => command<unknown>("appData/setManualExport", state, "PUT"),
    /** Of the orders that the saved state of a page finds. */
    orderCount: (of: OrdersOf, signal: AbortSignal) => get<OrderCount>("orders/page-count", { params: of, signal }),
    /** The first page of the orders that the saved page state lists, newest first; 250 of them (S-1.9). */
    selectedOrders: (of: OrdersOf, signal: AbortSignal) =>
      get<SelectableOrdersPage>("orders/selectedOrders", { params: { ...of, pageSize: "250" }, signal }),
    /** `url`: the `PrevPage` or `NextPage` of an earlier page. */
    selectedOrdersByUrl: (url: string, signal: AbortSignal) =>
      get<SelectableOrdersPage>("orders/selectedOrders-by-url", { params: { url }, signal }),
    /** Searches all orders. `text`: not blank, and no longer than `longestSought`. */
    searchOrders: (text: string, signal: AbortSignal) =>
      data<FoundOrders>({ method: "POST", kind: "query", path: "orders/search-orders", body: { Text: text }, signal }),
    /** `numbers`: 1 to `mostNumbers` of them. */
    findNumbers: (numbers: readonly string[]) =>
      data<FoundNumbers>({ method: "POST", kind: "query", path: "orders/find-numbers", body: { Numbers: numbers } }),
  };
};

export type MerchantApi = ReturnType<typeof createMerchantApi>;
