import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from "express";
import type { Logger } from "pino";
import { type Trouble, troublesHeader } from "#domain/wire/troubles.ts";
import { isOnThisMachine } from "#infra/config/on-this-machine.ts";
import { StoreDamaged, StoreUnwritable } from "#infra/ports/busy.ts";
import { type ApiErrorFields, errorEnvelope, unknown } from "./api-error.ts";
import { forwardedAddresses } from "./forwarded-for.ts";
import type { Metrics } from "./health/metrics.ts";
import type { Limits } from "./limits/limit.ts";
import { type MountOptions, mountRoutes } from "./mount.ts";
import { openApiOf } from "./openapi.ts";
import { packedOnce } from "./packed-answer.ts";
import { requestLog } from "./request-log.ts";
import type { Route } from "./route.ts";
import { securityHeaders } from "./security-headers.ts";
import { errorToHttp } from "./to-http.ts";

export type Health = {
  ok: boolean;
  reasons: readonly string[];
  /** What an operator should know although all goes on. */
  notes?: readonly string[];
};

export type WebAppOptions = MountOptions & {
  routes: readonly Route[];
  /** The calls of the OpenAPI document, those of other web processes among them. */
  described: readonly Route[];
  /** What is not a call of the API: webhooks, files, the front end. */
  others: readonly Router[];
  log: Logger;
  metrics: Pick<Metrics, "observe">;
  health(): Health;
  /** What cannot be done for merchants now: every answer of the API tells it (`x-troubles`). */
  troubles(): readonly Trouble[];
  /** Told of a request that met a damaged file. */
  onDamage?: (damage: StoreDamaged) => void;
  uuid(): string;
  version: string;
  /** Base URL of the calls, for the OpenAPI document. */
  apiUrl: string;
  https: boolean;
  /** See `Config`. */
  onlyThisMachine: boolean;
  /** Proxies in front, whose X-Forwarded-For is believed. */
  trustProxy: number;
};

const isBelow = (path: string, folder: string): boolean => path.toLowerCase().startsWith(`${folder}/`);

/**
 * What a refusal counts as that no limit has seen: one of a webhook, and one of the API that came before any call was found, as of an
 * address that cannot be read. Only who is refused too often is told to wait, so nobody valid ever is.
 */
const countingRefusal = (
  limits: Limits,
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
  (limits: Limits, onDamage: WebAppOptions["onDamage"]): ErrorRequestHandler =>
  (error, request, response, next) => {
    const { unexpected, ...fields } = errorToHttp(error);
    if (error instanceof StoreDamaged) {
      response.locals.log.error(error.message);
      onDamage?.(error);
    } else if (error instanceof StoreUnwritable) response.locals.log.warn({ err: error }, fields.message);
    else if (unexpected) response.locals.log.error({ err: error }, "a request failed unexpectedly");
    else if (fields.status >= 500)
      response.locals.log.warn({ code: fields.code, details: fields.details }, fields.message);
    if (response.headersSent) return next(error);
    const send = (said: ApiErrorFields) =>
      response
        .status(said.status)
        .set({ "cache-control": "no-store", ...said.headers })
        .json(errorEnvelope(said));
    const count = countingRefusal(limits, request, response, fields.status);
    if (!count) return void send(fields);
    return count(request, response, (over) => send(over === undefined ? fields : errorToHttp(over)));
  };

/** What is asked for from the front end, and what is nowhere; the others count by themselves, webhooks only once they are refused. */
const pagesOnly =
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

const nothingHere: RequestHandler = (_request, response) => {
  response.status(404).type("text/plain").send("There is nothing at this address.");
};

const otherNamesRefused: RequestHandler = (request, response, next) => {
  if (isOnThisMachine(`http://${request.headers.host}`)) return next();
  response
    .status(421)
    .type("text/plain")
    .send(
      "The demo answers under this machine's own names alone. Set HOST to let others in, or APP_URL if it has another name.",
    );
};

/** The express application: health, the API with its OpenAPI document, and the other routers. */
export const createWebApp = (options: WebAppOptions): Express => {
  const { limits } = options;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", options.trustProxy);
  app.use(forwardedAddresses, requestLog(options), options.metrics.observe, securityHeaders(options));
  if (options.onlyThisMachine) app.use(otherNamesRefused);
  app.get("/healthz", (_request, response) => {
    response.locals.route = "/healthz";
    const health = options.health();
    response
      .status(health.ok ? 200 : 503)
      .set("cache-control", "no-store")
      .json(health);
  });
  app.use(pagesOnly(limits.pages));
  app.use("/files", limits.files);
  app.use("/public", limits.files);
  // They have a port of their own (METRICS_PORT): who still asks here must not take the app's page for an answer.
  app.all("/metrics", nothingHere);
  app.use("/api", (_request, response, next) => {
    response.set("cache-control", "no-store");
    const troubles = options.troubles();
    if (troubles.length > 0) response.set(troublesHeader, troubles.join());
    next();
  });
  // It is long, always the same, and anybody may ask for it. Nobody may, too: making it takes a tenth of a start.
  let document: ReturnType<typeof packedOnce> | undefined;
  app.get("/api/openapi.json", limits.calls, (request, response) => {
    response.locals.route = "/api/openapi.json";
    document ??= packedOnce(
      JSON.stringify(openApiOf(options.described, { version: options.version, server: options.apiUrl })),
    );
    return document(request, response);
  });
  app.use("/api", mountRoutes(options.routes, options));
  for (const router of options.others) app.use(router);
  app.use("/webhooks", () => {
    throw unknown("There is no such webhook.");
  });
  app.use(nothingHere);
  app.use(answerError(limits, options.onDamage));
  return app;
};
