import type { RequestListener } from "node:http";
import { startingCode } from "#domain/wire/reports/starting-code.ts";
import { toErrorEnvelope } from "../api-error.ts";

/** Retry-After, s. */
const retryAfterSeconds = 2;
const message = `Sheaf is starting. Try again in ${retryAfterSeconds} seconds.`;

/** Page that reloads itself. */
export const startingPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sheaf</title><meta http-equiv="refresh" content="${retryAfterSeconds}"></head>
<body><p>Sheaf is starting. This page opens by itself in a moment.</p></body></html>`;

const json = "application/json; charset=utf-8";
const isProbe = /^\/(?:healthz|readyz)(?:\/|$)/;
/** Programs and file links would take the page for the response. */
const noPage = /^\/(?:files|public|webhooks)\//;

const bodyFor = (path: string, accept: string, reasons: readonly string[]): [type: string, text: string] => {
  if (isProbe.test(path)) return [json, JSON.stringify({ ok: false, ready: false, reasons, notes: [] })];
  if (path.startsWith("/api/"))
    return [json, JSON.stringify(toErrorEnvelope({ status: 503, code: startingCode, message }))];
  if (path.startsWith("/support/api/")) return [json, JSON.stringify({ code: startingCode, message })];
  if (accept.includes("text/html") && !noPage.test(path)) return ["text/html; charset=utf-8", startingPage];
  return ["text/plain; charset=utf-8", message];
};

/**
 * Answers 503 during start: to API calls with the code `starting`, to `/healthz` and `/readyz` with the reasons,
 * to browsers with a self-reloading page.
 */
export const answerStarting =
  (reasons: () => readonly string[]): RequestListener =>
  (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const [type, text] = bodyFor(path, request.headers.accept ?? "", reasons());
    response.writeHead(503, {
      "content-type": type,
      "cache-control": "no-store",
      "retry-after": String(retryAfterSeconds),
      connection: "close",
    });
    response.end(text);
  };
