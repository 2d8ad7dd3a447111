/**
 * Access of a support agent who impersonates a merchant (R-14, ADR 100). `look`: changes nothing of the shop. `change`:
 * while the merchant allows changes. `closed`: never, for the merchant's own decisions, secrets and receivers of a
 * customer's data.
 */
export type SupportAccess = "look" | "change" | "closed";

const itemCalls = (folder: string, changes: readonly string[]): [string, SupportAccess][] => [
  [`GET ${folder}/history`, "look"],
  [`GET ${folder}/history-version`, "look"],
  [`GET ${folder}/deleted`, "look"],
  ...changes.map((change): [string, SupportAccess] => [change, "change"]),
];

const accessByCall: ReadonlyMap<string, SupportAccess> = new Map<string, SupportAccess>([
  // The account is the merchant's: consent, payment, scopes and login.
  ["GET account/status", "look"],
  ["GET account/permissions", "look"],
  ["GET account/impersonation", "look"],
  ["POST account/logout", "look"],
  ["POST account/accept-terms", "closed"],
  ["POST account/select-tier", "closed"],
  ["POST account/approveClientCharge", "closed"],
  ["POST account/ask-permissions", "closed"],
  ["PUT configuration/accepts-marketing", "closed"],
  ["POST support/allow-changes", "closed"],
  ["POST support/stop-changes", "closed"],
  ["POST support/end-look", "closed"],
  ["POST support/send-message", "closed"],
  ["GET support/get-looks", "look"],

  ["GET configuration/get", "look"],
  ["GET configuration/support-acts", "look"],
  ["PUT configuration/update", "change"],
  ["GET account/plan", "look"],
  ["GET appData/getResourceRestrictions", "look"],
  ["GET appData/getFeatures", "look"],
  // A session keeps its own choices, which end with it (application/pages/page-state.ts).
  ["GET appData/getManualExport", "look"],
  ["PUT appData/setManualExport", "look"],
  ["GET appData/getLive", "look"],
  ["PUT appData/setLive", "look"],
  ["GET locations/get-names", "look"],

  ...itemCalls("filters", [
    "POST filters/create-new",
    "PUT filters/update-filter",
    "POST filters/clone",
    "POST filters/delete",
    "PUT filters/set-ordering",
    "POST filters/restore",
  ]),
  ["GET filters/get-filters", "look"],
  ["GET filters/get-filter", "look"],
  ["GET filters/suggestions", "look"],
  ["GET filters/order-count", "look"],

  ...itemCalls("reports", [
    "POST reports/create-new",
    "PUT reports/update",
    "POST reports/clone",
    "POST reports/delete",
    "PUT reports/set-ordering",
    "POST reports/restore",
  ]),
  ["GET reports/get-reports", "look"],
  ["GET reports/get-report", "look"],
  ["GET reports/get/with-columns/{id}", "look"],
  ["GET reports/attributes", "look"],
  ["GET reportData/starter-designs", "look"],
  ["GET reportData/design-data/{id}", "look"],
  ["POST reportData/generate-preview", "look"],

  ...itemCalls("automations", [
    "POST automations/create-new",
    "PUT automations/update-automation",
    "POST automations/clone",
    "POST automations/delete",
    "POST automations/restore",
    "POST automations/start",
    "POST automations/test-automation/",
    "POST automations/try-now",
    "POST automations/send-again",
    "POST automations/make-sample",
    "POST automations/send-sample",
  ]),
  ["GET automations/get-automations", "look"],
  ["GET automations/get-automation/{id}", "look"],
  ["GET automations/automation-info/{id}", "look"],
  ["GET automations/get-run/{runId}", "look"],
  ["GET automations/get-sample/{id}", "look"],
  ["GET automations/get-slots/{id}", "look"],
  ["POST automations/why-missing", "look"],
  ["GET reporting/automation-history/{id}", "look"],
  // These call third-party servers with the merchant's passwords.
  ["GET automations/test-ftp/{id}", "change"],
  ["GET automations/test-webhook/{id}", "change"],
  ["GET automations/webhook-secret/{id}", "closed"],
  ["POST automations/new-webhook-secret", "closed"],
  ["POST automations/forget-host-key", "closed"],

  ["GET orders/page-count", "look"],
  ["GET orders/selectedOrders", "look"],
  ["GET orders/selectedOrders-by-url", "look"],
  ["POST orders/check", "look"],
  ["POST orders/find-numbers", "look"],
  ["POST orders/search-orders", "look"],
  ["POST orders/why-missing", "look"],
  ["POST reportData/live-table", "look"],
  ["GET reportData/live-events", "look"],
  ["GET reportData/local-status-history", "look"],
  ["PUT reportData/local-status", "change"],

  ["GET reporting/getExportList", "look"],
  ["GET reporting/getExportDetails", "look"],
  ["POST reporting/pollExportList", "look"],
  ["POST reporting/generateReport", "change"],
  ["POST reporting/retryExport", "change"],
  ["POST reporting/cancelExport", "change"],

  // Only the merchant may tell who received a customer's data.
  ["POST privacy/find-receivers", "closed"],
  ["GET privacy/get-requests", "closed"],
  ["POST privacy/get-answer", "closed"],
]);

/** `path`: below `/api/`. Calls missing from the table are closed. */
export const determineSupportAccess = ({ method, path }: { method: string; path: string }): SupportAccess =>
  accessByCall.get(`${method} ${path}`) ?? "closed";

/** A test compares the table with the existing calls. */
export const supportAccessCalls: readonly string[] = [...accessByCall.keys()];
