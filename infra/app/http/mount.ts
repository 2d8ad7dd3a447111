import { type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import { isRefusal } from "#domain/core/decider.ts";
import { ApiError, errorEnvelope, invalid, okEnvelope } from "./api-error.ts";
import { payloadOf, readJsonBody } from "./body.ts";
import { cookieOf } from "./cookie.ts";
import { hostileJson } from "./hostile.ts";
import type { Access, Call, Caller, Route } from "./route.ts";
import { refusalToHttp } from "./to-http.ts";
import { validate } from "./validate.ts";

export type Admission = { caller?: Caller /** A fresh token for `jwt-refresh`. */; refresh?: string };

export type MountOptions = {
  /** Lets a request in or throws an ApiError of 401, 402 or 403 (decision 11). */
  admit(access: Access, authorization: string | undefined): Promise<Admission>;
  /** Waits until the read models have seen a position, 2 s at most; answers whether they have. */
  waitFor(reads: readonly string[], position: string): Promise<boolean>;
  /** Stands before the routes that are `limited`; without it none is. */
  limit?: RequestHandler | undefined;
};

const noBody = z.undefined();
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const commandIdOf = (request: Request): string | undefined => {
  const given = request.get("x-command-id");
  if (given === undefined) return undefined;
  if (!uuid.test(given)) throw invalid("The header x-command-id must be a UUID. Send one made for this command.");
  return given.toLowerCase();
};

const waitForPosition = async (route: Route, request: Request, response: Response, options: MountOptions) => {
  const position = request.get("x-await-position");
  if (position === undefined || route.reads.length === 0) return;
  if (!/^[0-9A-Za-z._-]{1,100}$/.test(position))
    throw invalid("The header x-await-position must be a position that a command answered.");
  if (!(await options.waitFor(route.reads, position))) response.set("x-stale", "true");
};

const cleanParams = (route: Route, request: Request): unknown => {
  const trouble = hostileJson(request.params) ?? hostileJson(request.query);
  if (trouble) throw invalid(trouble.replace("The body", "The address"));
  return route.params ? validate(route.params, { ...request.params }, "The address") : undefined;
};

const answer = async (route: Route, request: Request, response: Response, options: MountOptions): Promise<void> => {
  const admission = await options.admit(route.access, request.get("authorization"));
  if (admission.refresh !== undefined) response.set("jwt-refresh", admission.refresh);
  const input = {
    params: cleanParams(route, request),
    query: route.query ? validate(route.query, { ...request.query }, "The query") : undefined,
    body:
      route.method === "GET"
        ? undefined
        : validate(route.body ?? noBody, payloadOf(route, request.body), "The body", route.malformed),
  };
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const call: Call & { caller?: Caller | undefined } = {
    requestId: response.locals.requestId,
    commandId: commandIdOf(request),
    ifMatch: request.get("if-match"),
    log: response.locals.log,
    signal: gone.signal,
    caller: admission.caller,
    cookie: (name) => cookieOf(request.get("cookie"), name),
    setHeader: (name, value) => void response.set(name, value),
    setPosition: (position) => {
      if (position !== undefined) response.set("x-event-position", position);
    },
  };
  await waitForPosition(route, request, response, options);
  const result = await route.handle(input, call);
  if (!isRefusal(result)) {
    response.json(okEnvelope(result));
    return;
  }
  const parts = refusalToHttp(result);
  response
    .status(parts.status)
    .set(parts.headers ?? {})
    .json(errorEnvelope(parts));
};

/** Puts the declared calls on a router, with 405 for their other methods and 404 for every other path. */
export const mountRoutes = (routes: readonly Route[], options: MountOptions): Router => {
  const router = Router({ caseSensitive: true });
  const expressPath = (route: Route) => `/${route.path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
  const paths = Map.groupBy(routes, expressPath);
  for (const [path, group] of paths) {
    router.all(path, (request, response, next) => {
      response.locals.route = `/api/${group[0]?.path}`;
      const allowed = group.map((route) => route.method);
      if (allowed.includes(request.method as Route["method"]) || (request.method === "HEAD" && allowed.includes("GET")))
        return next();
      throw new ApiError({
        status: 405,
        code: "method",
        message: `This call is made by ${allowed.join(" or ")}.`,
        headers: { allow: allowed.join(", ") },
      });
    });
    for (const route of group) {
      const handle = (request: Request, response: Response) => answer(route, request, response, options);
      const guards = route.limited && options.limit ? [options.limit] : [];
      if (route.method === "GET") router.get(path, ...guards, handle);
      else router[route.method === "POST" ? "post" : "put"](path, ...guards, readJsonBody(route.largest), handle);
    }
  }
  router.use(() => {
    throw new ApiError({
      status: 404,
      code: "unknown",
      message: "There is no such call. /api/openapi.json lists them.",
    });
  });
  return router;
};
