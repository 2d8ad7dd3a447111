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
import type { ShopPlan } from "#domain/wire/account/plan.ts";
import type { ResourceRestrictions } from "#domain/wire/account/restrictions.ts";
import type { FoundNumbers, FoundOrders, SelectableOrdersPage } from "#domain/wire/filters/orders.ts";
import type { Outage } from "#domain/wire/outages.ts";
import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";
import type { ManualExport, OrderCount } from "#domain/wire/reports/reporting.ts";
import type { ImpersonationSession } from "#domain/wire/support/impersonation.ts";
import type { SupportActs } from "#domain/wire/support/support-acts.ts";
import { createCalls } from "../shared/api/calls.ts";
import type { Http } from "../shared/api/http.ts";
import { createAutomationCalls } from "./resources/automations/calls.ts";
import { createConfigurationCalls } from "./resources/configuration/calls.ts";
import { createCustomerDataCalls } from "./resources/customer-data-calls.ts";
import { createDesignCalls } from "./resources/designs/calls.ts";
import { createExportCalls } from "./resources/exports/calls.ts";
import { createFilterCalls } from "./resources/filters/calls.ts";
import { createHistoryCalls } from "./resources/history-calls.ts";
import { createLiveCalls } from "./resources/live/calls.ts";
import { createSupportCalls } from "./resources/support-calls.ts";

/** A started impersonation session. */
export type ImpersonationStarted = LoginResponse & {
  Support: ImpersonationSession;
  /** The shop's page in the support console; null if not started there. */
  Console: string | null;
};

/** `GET app-config`: facts and links of the installation; unset ones aren't shown. */
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
  /** First and last small demo shop; there are too many to list. */
  SmallDemoShops?: { First: string; Last: string } | null;
  /** Address of a video that replaces our recording. */
  TutorialVideo?: string | null;
  /** Our addresses as FTP servers see them; absent if not configured. */
  OutboundAddresses?: string[];
  /** Reports larger than this, MB, are mailed as a link. */
  MailAttachmentMaxMb?: number;
};

const troubleTimeoutMs = 5_000;

/** The page whose saved state selects the orders. */
type OrdersOf = { location: "manual" } | { location: "live"; reportId: string };

/** The calls of S-1.7. Each returns `Data`, and throws ApiError for anything else. */
export const createMerchantApi = (http: Http) => {
  const calls = createCalls(http);
  const { request, get, command } = calls;
  return {
    ...createDesignCalls(calls),
    ...createFilterCalls(calls),
    ...createHistoryCalls(calls),
    ...createExportCalls(calls),
    ...createConfigurationCalls(calls),
    ...createAutomationCalls(calls),
    ...createLiveCalls(calls),
    ...createCustomerDataCalls(calls),
    ...createSupportCalls(calls),

    /** All catalog columns, in their order. */
    columns: (signal: AbortSignal) => get<ReportColumnInfo[]>("data/columns", { signal }),
    appConfig: (signal: AbortSignal) => get<AppConfig>("app-config", { signal }),
    isOnline: (shop: string | null) =>
      request<unknown>({
        method: "POST",
        kind: "query",
        path: "instrumentation/isOnline",
        body: { ShopName: shop },
        isBackground: true,
      }),

    /** Reads outages. The server responds from memory. */
    troubles: () =>
      request<Outage[]>({
        method: "GET",
        kind: "query",
        path: "instrumentation/troubles",
        signal: AbortSignal.timeout(troubleTimeoutMs),
        isBackground: true,
        isStatusProbe: true,
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
    /** The shop's price, and its use of the tier's quotas. Works before the charge is approved. */
    plan: (signal: AbortSignal) => get<ShopPlan>("account/plan", { signal }),
    permissions: (signal: AbortSignal) => get<Permissions>("account/permissions", { signal }),
    /** Returns the address where the merchant can grant more. `returnUrl`: the path to return to. */
    askPermissions: (scopes: readonly string[], returnUrl: string) =>
      command<string | null>("account/ask-permissions", { Scopes: scopes, ReturnUrl: returnUrl }),
    logout: () => command<unknown>("account/logout"),
    /** Starts an impersonation session with a one-time ticket. */
    impersonate: (ticket: string) => command<ImpersonationStarted>("account/impersonate", ticket),
    /** Starts an impersonation session by a shop's number; only in the local environment. */
    impersonateDebug: (shop: number) => command<ImpersonationStarted>("account/impersonate-debug", shop),
    /** Idempotent. */
    sendMessage: (message: string) => command<unknown>("support/send-message", message),
    supportActs: (signal: AbortSignal) => get<SupportActs>("configuration/support-acts", { signal }),
    restrictions: (signal: AbortSignal) => get<ResourceRestrictions>("appData/getResourceRestrictions", { signal }),
    /** Features beyond the common ones, with the groupings of the shop's designs. */
    features: (signal: AbortSignal) => get<ShopFeatures>("appData/getFeatures", { signal }),

    manualExport: (signal: AbortSignal) => get<ManualExport>("appData/getManualExport", { signal }),
    setManualExport: (state: ManualExport) => command<unknown>("appData/setManualExport", state, "PUT"),
    /** Counts the orders of a page's saved state. */
    orderCount: (of: OrdersOf, signal: AbortSignal) => get<OrderCount>("orders/page-count", { params: of, signal }),
    /** First page of the saved state's orders, newest first; 250 per page (S-1.9). */
    selectedOrders: (of: OrdersOf, signal: AbortSignal) =>
      get<SelectableOrdersPage>("orders/selectedOrders", { params: { ...of, pageSize: "250" }, signal }),
    /** `url`: an earlier page's `PrevPage` or `NextPage`. */
    selectedOrdersByUrl: (url: string, signal: AbortSignal) =>
      get<SelectableOrdersPage>("orders/selectedOrders-by-url", { params: { url }, signal }),
    /** `text`: not blank, at most `maxSearchLength` characters. */
    searchOrders: (text: string, signal: AbortSignal) =>
      request<FoundOrders>({
        method: "POST",
        kind: "query",
        path: "orders/search-orders",
        body: { Text: text },
        signal,
      }),
    /** `numbers`: 1 to `maxNumbers` of them. */
    findNumbers: (numbers: readonly string[]) =>
      request<FoundNumbers>({ method: "POST", kind: "query", path: "orders/find-numbers", body: { Numbers: numbers } }),
  };
};

export type MerchantApi = ReturnType<typeof createMerchantApi>;
