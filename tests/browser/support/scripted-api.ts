import type { Page, Route } from "playwright-core";
import type { Account } from "#domain/wire/account/account.ts";
import type { FilterItem } from "#domain/wire/filters/filters.ts";
import type { ExportJob, ManualExport } from "#domain/wire/reports/reporting.ts";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { anyDesign, quietPreviews } from "./scripted-previews.ts";

/** A call's answer: data for an envelope, a whole response, or none. */
export type Scripted =
  | { data: unknown; etag?: string; troubles?: string }
  | { status: number; error: { code: string; message: string; details?: string }; troubles?: string }
  /** Answered once the promise resolves. */
  | { after: Promise<unknown>; answer: Scripted }
  /** Server-sent events, after which the stream ends. */
  | { events: string }
  | "no response"
  /** Delays the response; the page stays as it is. */
  | "no answer yet";

export type Script = Record<string, (body: unknown, url: URL, headers?: Record<string, string>) => Scripted>;

export type Call = {
  path: string;
  method: string;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
};

export const account: Account = {
  name: "Aurora",
  email: "owner@aurora.example",
  id: "5b0c3c53-7f5b-4a5e-9f57-0d6f1f0e8a01",
  iana_timezone: "Europe/Athens",
  accept_terms_etc: "2026-11-20T08:00:00.000Z",
  accepts_marketing: false,
  tier: "Growth",
};

export const design = (id: string, title: string, ordering: number): ReportDesignItem => ({
  id,
  report_id: id,
  title,
  ordering,
  grouping: 0,
  ws_splitter: 0,
});

export const pageState: ManualExport = {
  FileType: 2,
  ReportId: null,
  UserOrderFilters: { report_filter_id: null, order_date_range: 7, order_date_from: null, order_date_to: null },
};

export const job = (change: Partial<ExportJob>): ExportJob => ({
  ReportExportId: "e1",
  ReportTitle: "Untitled1",
  Filetype: 2,
  Status: 1,
  Step: 0,
  MaxStep: 0,
  FailedReason: null,
  FailedCode: null,
  PublicUrl: "/files/token/Untitled1.csv",
  DateCreated: "2026-11-20T10:05:00.000Z",
  ExpiresAt: "2026-11-27T10:05:00.000Z",
  Expired: false,
  Erased: false,
  EmptyExpected: false,
  Filters: null,
  FilterTitle: null,
  ChosenOrders: 0,
  FileName: "Untitled1 2026-11-20 140000.csv",
  Bytes: null,
  Orders: 300,
  Rows: 412,
  TestOrders: 0,
  ReplacedCharacters: 0,
  FailedPictures: 0,
  LeftPictures: 0,
  Unread: [],
  Late: [],
  GoneChosen: null,
  GoneCarried: [],
  Period: null,
  FormulaFaults: [],
  AgainUntil: "2026-12-27T10:05:00.000Z",
  Repeats: null,
  Compared: null,
  BySupport: false,
  KeptLonger: false,
  ...change,
});

/** No orders on the chosen dates. */
export const noOrders: Script = { "orders/page-count": () => ({ data: { Count: 0, HasPostProcessFilters: false } }) };

/** The system filter of the Generate report page. */
export const customFilter: FilterItem = { id: "custom", title: "Custom filter", ordering: 0, order_filter_view: 1 };

const quiet: Script = {
  "app-config": () => ({
    data: {
      Environment: "local",
      Links: { Review: null, Chat: null, AppStore: null, SupportEmail: "support@sheaf.example", PostalAddress: null },
      DemoShops: ["aurora-demo", "borealis-demo", "cumulus-demo", "nimbus-demo"],
    },
  }),
  "reports/get-reports": () => ({ data: [] }),
  "filters/get-filters": () => ({ data: [customFilter] }),
  "appData/getResourceRestrictions": () => ({ data: { MaxReports: 25, MaxFilters: 25, MaxAutomations: 10 } }),
  "appData/getFeatures": () => ({ data: { CustomColumnEditor: true, Groupings: [0, 1, 2, 3, 4] } }),
  "appData/getManualExport": () => ({ data: pageState }),
  "appData/setManualExport": () => ({ data: true }),
  "orders/page-count": () => ({ data: { Count: 300, HasPostProcessFilters: false } }),
  // A check that has only begun.
  "orders/check": () => "no answer yet",
  "reporting/getExportList": () => ({ data: [] }),
  "account/status": () => ({ status: 503, error: { code: "Busy", message: "The account cannot be read now." } }),
  "account/permissions": () => ({ data: { Granted: ["read_orders", "read_users", "read_payment_terms"] } }),
  "account/logout": () => ({ data: true }),
  "privacy/get-requests": () => ({ data: [] }),
  "configuration/support-acts": () => ({ data: [] }),
  "support/get-looks": () => ({ data: { Grant: null, Looks: [] } }),
  ...quietPreviews,
};

const answer = async (route: Route, scripted: Scripted): Promise<void> => {
  if (scripted === "no answer yet") return;
  if (scripted === "no response") return route.abort("connectionrefused");
  if ("after" in scripted) {
    await scripted.after;
    return answer(route, scripted.answer);
  }
  const nothing = { ErrorCode: null, ErrorMessage: null, ErrorDetails: null, ErrorHelp: null };
  if ("events" in scripted) return route.fulfill({ contentType: "text/event-stream", body: scripted.events });
  const headers: Record<string, string> = scripted.troubles === undefined ? {} : { "x-troubles": scripted.troubles };
  if ("data" in scripted) {
    if (scripted.etag !== undefined) headers.etag = scripted.etag;
    return route.fulfill({ headers, json: { Ok: true, Data: scripted.data, ...nothing } });
  }
  const { code, message, details = null } = scripted.error;
  const failed = { ErrorCode: code, ErrorMessage: message, ErrorDetails: details, ErrorHelp: null };
  const json = { Ok: false, Data: null, ...failed };
  return route.fulfill({ status: scripted.status, headers, json });
};

/** Answers the page's API calls by `script` (over quiet defaults) and keeps them. */
export const scriptApi = async (page: Page, script: Script = {}): Promise<Call[]> => {
  const calls: Call[] = [];
  const all = { ...quiet, ...script };
  await page.route(/\/api\//, async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    const path = url.pathname.replace("/api/", "");
    const body: unknown = request.postData() === null ? undefined : request.postDataJSON();
    const query = Object.fromEntries(url.searchParams);
    calls.push({ path, method: request.method(), query, body, headers: request.headers() });
    const any = anyDesign(path);
    const reply = all[path] ?? (any && (() => any));
    await answer(
      route,
      reply
        ? reply(body, url, request.headers())
        : { status: 404, error: { code: "NoScript", message: `Nothing scripted for ${path}.` } },
    );
  });
  return calls;
};

/** Puts a logged-in shop into the browser before the page's own code runs. */
export const logIn = (page: Page, who: Account = account, token = "token") =>
  page.addInitScript(
    ([text, token]) => {
      if (sessionStorage.getItem("put")) return;
      sessionStorage.setItem("put", "1");
      localStorage.setItem("AUTH_TOKEN_KEY", token ?? "");
      localStorage.setItem("ACCOUNT_DATA_KEY", text ?? "");
    },
    [JSON.stringify(who), token],
  );
