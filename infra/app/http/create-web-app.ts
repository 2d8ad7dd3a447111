import express, { type ErrorRequestHandler, type Express, type Router } from "express";
import type { Logger } from "pino";
import { errorEnvelope } from "./api-error.ts";
import type { Metrics } from "./metrics.ts";
import { type MountOptions, mountRoutes } from "./mount.ts";
import { openApiOf } from "./openapi.ts";
import { requestLog } from "./request-log.ts";
import type { Route } from "./route.ts";
import { securityHeaders } from "./security-headers.ts";
import { errorToHttp } from "./to-http.ts";

export type Health = { ok: boolean; reasons: readonly string[] };

export type WebAppOptions = MountOptions & {
  routes: readonly Route[];
  /** What is not a call of the API: web hooks, files, the front end. */
  others: readonly Router[];
  log: Logger;
  metrics: Metrics;
  health(): Health;
  uuid(): string;
  version: string;
  /** Base URL of the calls, for the OpenAPI document. */
  apiUrl: string;
  https: boolean;
  /** Proxies in front, whose X-Forwarded-For is believed. */
  trustProxy: number;
};

const onError: ErrorRequestHandler = (error, _request, response, next) => {
  const { unexpected, ...parts } = errorToHttp(error);
  if (unexpected) response.locals.log.error({ err: error }, "a request failed unexpectedly");
  else if (parts.status >= 500) response.locals.log.warn({ code: parts.code, details: parts.details }, parts.message);
  if (response.headersSent) return next(error);
  response
    .status(parts.status)
    .set({ "cache-control": "no-store", ...parts.headers })
    .json(errorEnvelope(parts));
};

/** The express application: health, metrics, the API with its OpenAPI document, and the other routers. */
export const createWebApp = (options: WebAppOptions): Express => {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", options.trustProxy);
  app.use(requestLog(options), options.metrics.observe, securityHeaders(options));
  app.get("/healthz", (_request, response) => {
    response.locals.route = "/healthz";
    const { ok, reasons } = options.health();
    response
      .status(ok ? 200 : 503)
      .set("cache-control", "no-store")
      .json({ ok, reasons });
  });
  app.get("/metrics", options.metrics.answer);
  app.use("/api", (_request, response, next) => {
    response.set("cache-control", "no-store");
    next();
  });
  const document = openApiOf(options.routes, { version: options.version, server: options.apiUrl });
  app.get("/api/openapi.json", (_request, response) => {
    response.locals.route = "/api/openapi.json";
    response.json(document);
  });
  app.use("/api", mountRoutes(options.routes, options));
  for (const router of options.others) app.use(router);
  app.use((_request, response) => {
    response.status(404).type("text/plain").send("There is nothing at this address.");
  });
  app.use(onError);
  return app;
};
