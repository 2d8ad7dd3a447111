import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from "express";
import type { Logger } from "pino";
import { type Outage, outagesHeader } from "#domain/wire/outages.ts";
import { isOnThisMachine } from "#infra/config/on-this-machine.ts";
import { StoreDamaged, StoreUnwritable } from "#infra/ports/store-errors.ts";
import type { RateLimits } from "../admission/rate-limits.ts";
import { type ApiErrorFields, notFound, toErrorEnvelope } from "./api-error.ts";
import { createPrecompressedSender } from "./compressed-answer.ts";
import { forwardedAddresses } from "./forwarded-for.ts";
import type { Metrics } from "./health/metrics.ts";
import { type MountOptions, mountRoutes } from "./mount.ts";
import { buildOpenApi } from "./openapi.ts";
import { requestLog } from "./request-log.ts";
import type { Route } from "./route.ts";
import { securityHeaders } from "./security-headers.ts";
import { toHttpError } from "./to-http.ts";

export type Health = {
  ok: boolean;
  reasons: readonly string[];
  /** Notes for the operator, without effect on `ok`. */
  notes?: readonly string[];
};

export type WebAppOptions = MountOptions & {
  routes: readonly Route[];
  /** Routes for the OpenAPI document, also of other web processes. */
  described: readonly Route[];
  /** Everything except API calls: webhooks, files, the front end. */
  others: readonly Router[];
  log: Logger;
  metrics: Pick<Metrics, "observe">;
  health(): Health;
  /** Unavailable functions; every API response lists them (`x-troubles`). */
  troubles(): readonly Outage[];
  onDamage?: (damage: StoreDamaged) => void;
  uuid(): string;
  version: string;
  /** Address of the API in the OpenAPI document. */
  apiUrl: string;
  https: boolean;
  onlyThisMachine: boolean;
  trustProxy: number;
};

const isBelow = (path: string, folder: string): boolean => path.toLowerCase().startsWith(`${folder}/`);

/** Counts refusals that no other limit has counted: of webhooks, or of API requests that match no call. */
const countingRefusal = (
  limits: RateLimits,
  request: Request,
  response: Response,
  status: number,
): RequestHandler | undefined => {
  if (status < 400 || status >= 500) return undefined;
  if (response.locals.counted === true) return undefined;
  if (isBelow(request.path, "/webhooks")) return limits.webhooks;
  return isBelow(request.path, "/api") ? limits.calls : undefined;
};

const answerError =
  (limits: RateLimits, onDamage: WebAppOptions["onDamage"]): ErrorRequestHandler =>
  (error, request, response, next) => {
    const { unexpected, ...fields } = toHttpError(error);
    if (error instanceof StoreDamaged) {
      response.locals.log.error(error.message);
      onDamage?.(error);
    } else if (error instanceof StoreUnwritable) response.locals.log.warn({ err: error }, fields.message);
    else if (unexpected) response.locals.log.error({ err: error }, "a request failed unexpectedly");
    else if (fields.status >= 500)
      response.locals.log.warn({ code: fields.code, details: fields.details }, fields.message);
    if (response.headersSent) return next(error);
    const send = (errorFields: ApiErrorFields) =>
      response
        .status(errorFields.status)
        .set({ "cache-control": "no-store", ...errorFields.headers })
        .json(toErrorEnvelope(errorFields));
    const count = countingRefusal(limits, request, response, fields.status);
    if (!count) return void send(fields);
    return count(request, response, (over) => send(over === undefined ? fields : toHttpError(over)));
  };

/** Front-end and unknown addresses; others have their own limits. */
const limitPages =
  (limit: RequestHandler): RequestHandler =>
  (request, response, next) => {
    const { path, method } = request;
    const counted =
      isBelow(path, "/api") ||
      isBelow(path, "/files") ||
      isBelow(path, "/public") ||
      (isBelow(path, "/webhooks") && method === "POST");
    return counted ? next() : limit(request, response, next);
  };

const answerNotFound: RequestHandler = (_request, response) => {
  response.status(404).type("text/plain").send("There is nothing at this address.");
};

const refuseOtherHosts: RequestHandler = (request, response, next) => {
  if (isOnThisMachine(`http://${request.headers.host}`)) return next();
  response
    .status(421)
    .type("text/plain")
    .send(
      "The demo answers only to this machine's own names. Set HOST to let others in, or APP_URL if the machine has another name.",
    );
};

/** Health, the API with its OpenAPI document, and the other routers. */
export const createWebApp = (options: WebAppOptions): Express => {
  const { limits } = options;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", options.trustProxy);
  app.use(forwardedAddresses, requestLog(options), options.metrics.observe, securityHeaders(options));
  if (options.onlyThisMachine) app.use(refuseOtherHosts);
  app.get("/healthz", (_request, response) => {
    response.locals.route = "/healthz";
    const health = options.health();
    response
      .status(health.ok ? 200 : 503)
      .set("cache-control", "no-store")
      .json(health);
  });
  app.use(limitPages(limits.pages));
  app.use("/files", limits.files);
  app.use("/public", limits.files);
  // Metrics have their own port (METRICS_PORT); scrapers must not get a page here.
  app.all("/metrics", answerNotFound);
  app.use("/api", (_request, response, next) => {
    response.set("cache-control", "no-store");
    const troubles = options.troubles();
    if (troubles.length > 0) response.set(outagesHeader, troubles.join());
    next();
  });
  // Takes a tenth of a start, so is built on first request.
  let document: ReturnType<typeof createPrecompressedSender> | undefined;
  app.get("/api/openapi.json", limits.calls, (request, response) => {
    response.locals.route = "/api/openapi.json";
    document ??= createPrecompressedSender(
      JSON.stringify(buildOpenApi(options.described, { version: options.version, server: options.apiUrl })),
    );
    return document(request, response);
  });
  app.use("/api", mountRoutes(options.routes, options));
  for (const router of options.others) app.use(router);
  app.use("/webhooks", () => {
    throw notFound("There is no such webhook.");
  });
  app.use(answerNotFound);
  app.use(answerError(limits, options.onDamage));
  return app;
};
