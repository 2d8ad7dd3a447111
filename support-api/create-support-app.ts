import express, { type ErrorRequestHandler, type Express } from "express";
import type { Logger } from "pino";
import type { RateLimits } from "#application/admission/rate-limits.ts";
import type { Health } from "#application/http/create-web-app.ts";
import { forwardedAddresses } from "#application/http/forwarded-for.ts";
import { frontendRouter } from "#application/http/frontend.ts";
import type { Metrics } from "#application/http/health/metrics.ts";
import { requestLog } from "#application/http/request-log.ts";
import { securityHeaders } from "#application/http/security-headers.ts";
import { toHttpError } from "#application/http/to-http.ts";
import { createImpersonations } from "#application/impersonation/impersonations.ts";
import { StoreDamaged } from "#infra/ports/store-errors.ts";
import { createAuditLog } from "./acts/audit-log.ts";
import type { ConsoleDeps, SupportDeps } from "./deps.ts";
import { mountConsole } from "./http/mount.ts";
import { consoleRoutes } from "./routes.ts";
import { createSupportSessions } from "./session/sessions.ts";
import { signInRouter } from "./session/sign-in.ts";

export type SupportAppOptions = SupportDeps & {
  log: Logger;
  metrics: Pick<Metrics, "observe">;
  health(): Health;
  limits: RateLimits;
  trustProxy: number;
  frontend: string;
  onDamage?: (damage: StoreDamaged) => void;
};

const answerError =
  (onDamage: SupportAppOptions["onDamage"]): ErrorRequestHandler =>
  (error, _request, response, next) => {
    const { unexpected, status, code, message, headers = {} } = toHttpError(error);
    if (error instanceof StoreDamaged) onDamage?.(error);
    if (unexpected) response.locals.log.error({ err: error }, "a request failed unexpectedly");
    if (response.headersSent) return next(error);
    response
      .status(status)
      .set({ "cache-control": "no-store", ...headers })
      .json({ code, message });
  };

/**
 * Creates the support console: sign-in, calls and pages, all below `/support`. It has nothing of the merchant's app
 * (ADR 95).
 */
export const createSupportApp = (options: SupportAppOptions): Express => {
  const { config, limits, ids, log } = options;
  const https = config.SUPPORT_URL.startsWith("https:");
  const deps: ConsoleDeps = {
    ...options,
    sessions: createSupportSessions(options),
    acts: createAuditLog(options),
    impersonations: createImpersonations(options),
  };
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", options.trustProxy);
  app.use(forwardedAddresses, requestLog({ log, uuid: ids.uuid }), options.metrics.observe, securityHeaders({ https }));
  app.get("/healthz", (_request, response) => {
    response.locals.route = "/healthz";
    const health = options.health();
    response
      .status(health.ok ? 200 : 503)
      .set("cache-control", "no-store")
      .json(health);
  });
  app.get("/", (_request, response) => response.redirect(302, "/support/"));
  app.use(signInRouter(deps, limits));
  app.use("/support/api", mountConsole(deps, consoleRoutes(deps), limits));
  app.use("/support", limits.pages, frontendRouter(options.frontend, { https }));
  app.use(limits.pages, (_request, response) => {
    response.status(404).type("text/plain").send("There is nothing at this address.");
  });
  app.use(answerError(options.onDamage));
  return app;
};
