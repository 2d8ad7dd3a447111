import express, { type Request, type RequestHandler, Router } from "express";
import type { RateLimits } from "#application/admission/rate-limits.ts";
import { ApiError, notFound } from "#application/http/api-error.ts";
import { hasRole } from "#domain/console/roles.ts";
import { consoleTokenHeader } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import { createSessionCookie } from "../session/cookies.ts";
import type { SupportSession } from "../session/sessions.ts";
import type { ConsoleRoute } from "./route.ts";

const authError = (status: 401 | 403, message: string): ApiError =>
  new ApiError({ status, code: status === 401 ? "sign-in" : "not-allowed", message });

/** The request must have our origin and the session's token, which pages of other origins cannot read. */
const hasValidCsrf = (
  supportUrl: string,
  { token }: SupportSession,
  given: { origin: string | undefined; token: string | undefined },
): boolean => given.origin === new URL(supportUrl).origin && given.token === token;

const sessionOf = ({ sessions, config }: ConsoleDeps, request: Request): Promise<SupportSession | undefined> =>
  sessions.find(createSessionCookie(config.SUPPORT_URL).read(request.get("cookie")));
const notSignedIn = () => authError(401, "You are not signed in, or your session has ended. Sign in again.");

/** Admits a call by the session cookie alone, not by a merchant's token, for instance. */
const admitted =
  (deps: ConsoleDeps, { method, needs }: ConsoleRoute, limits: RateLimits): RequestHandler =>
  async (request, response, next) => {
    const session = await sessionOf(deps, request);
    if (session === undefined) return limits.tokens(request, response, (over: unknown) => next(over ?? notSignedIn()));
    const given = { origin: request.get("origin"), token: request.get(consoleTokenHeader) };
    if (method !== "GET" && !hasValidCsrf(deps.config.SUPPORT_URL, session, given))
      throw authError(403, "This request didn't come from the console. Reload the page and try again there.");
    if (!hasRole(session.role, needs))
      throw authError(403, `Your role is ${session.role}, and this needs ${needs}. Ask somebody who has it.`);
    response.locals.session = session;
    response.locals.log = response.locals.log.child({ agent: session.agent });
    next();
  };

/** Checks again after the body: a slow upload may outlive the session. */
const stillAdmitted =
  (deps: ConsoleDeps): RequestHandler =>
  async (request, _response, next) => {
    if ((await sessionOf(deps, request)) === undefined) throw notSignedIn();
    next();
  };

const answer =
  (route: ConsoleRoute): RequestHandler =>
  async (request, response) => {
    const result = await route.handle({
      session: response.locals.session,
      requestId: response.locals.requestId,
      query: { ...request.query },
      params: request.params as Record<string, string>,
      body: request.body,
      setHeader: (name, value) => void response.append(name, value),
    });
    response.json(result);
  };

/** Calls below `/support/api`, each restricted to its role. */
export const mountConsole = (deps: ConsoleDeps, routes: readonly ConsoleRoute[], limits: RateLimits): Router => {
  const router = Router({ caseSensitive: true });
  router.use((_request, response, next) => {
    response.set("cache-control", "no-store");
    next();
  });
  const body = express.json({ limit: "8kb" });
  for (const route of routes) {
    const named: RequestHandler = (_request, response, next) => {
      response.locals.route = `/support/api/${route.path}`;
      next();
    };
    const admit = admitted(deps, route, limits);
    if (route.method === "GET") router.get(`/${route.path}`, named, admit, answer(route));
    else router.post(`/${route.path}`, named, admit, body, stillAdmitted(deps), answer(route));
  }
  router.use(limits.calls, () => {
    throw notFound("There is no such call.");
  });
  return router;
};
