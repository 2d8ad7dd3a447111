import type { WebPart } from "#infra/config/config.ts";

/** GET calls are queries and all other calls are commands, except these. */
const commandsByGet = [/^account\//, /^automations\/(test-|webhook-secret\/)/];
const queriesByPost = [
  "automations/why-missing",
  "instrumentation/isOnline",
  "orders/check",
  "orders/find-numbers",
  "orders/search-orders",
  "orders/why-missing",
  "privacy/find-receivers",
  "privacy/get-answer",
  "reportData/generate-preview",
  "reportData/live-table",
  "reporting/pollExportList",
];

/**
 * Says which part of web serves a call, for a proxy in front of processes that run one part each. `path` begins with
 * `/`.
 */
export const findWebPart = (method: string, path: string): WebPart => {
  if (path.startsWith("/webhooks/")) return "commands";
  if (!path.startsWith("/api/")) return "pages";
  const call = path.slice("/api/".length).replace(/\/$/, "");
  if (method === "GET" || method === "HEAD")
    return commandsByGet.some((form) => form.test(call)) ? "commands" : "queries";
  return queriesByPost.includes(call) ? "queries" : "commands";
};
