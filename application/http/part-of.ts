import type { WebPart } from "#infra/config/config.ts";

/** Calls that their method does not tell: the rest of what is asked for by GET is a query, and all else a command. */
const commandsByGet = [/^account\//, /^automations\/(test-|webhook-secret\/)/];
const queriesByPost = [
  "instrumentation/isOnline",
  "orders/check",
  "orders/find-numbers",
  "orders/search-orders",
  "privacy/find-receivers",
  "privacy/get-answer",
  "reportData/generate-preview",
  "reportData/live-table",
  "reporting/pollExportList",
];

/** Which part answers a request, for whoever leads requests to processes that have one part each. `path` begins with `/`. */
export const partOf = (method: string, path: string): WebPart => {
  if (path.startsWith("/webhooks/")) return "commands";
  if (!path.startsWith("/api/")) return "pages";
  const call = path.slice("/api/".length).replace(/\/$/, "");
  if (method === "GET" || method === "HEAD")
    return commandsByGet.some((form) => form.test(call)) ? "commands" : "queries";
  return queriesByPost.includes(call) ? "queries" : "commands";
};
