import { type NextFunction, type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import { isRefusal } from "#domain/core/decider.ts";
import { admitRequest } from "../admission/admit-request.ts";
import { createBodyMemory } from "../admission/body-memory.ts";
import { places, type RequestLimit } from "../admission/limits.ts";
import { createPool, type Place, type Pool } from "../admission/pool.ts";
import type { RateLimits } from "../admission/rate-limits.ts";
import { withoutFileLinks } from "../exports/file-link.ts";
import type { ReadModelStatus } from "../read-models/serve.ts";
import { ApiError, badRequest, toErrorEnvelope, toOkEnvelope } from "./api-error.ts";
import { checkJsonBody, maxBodySize, parsePayload } from "./body.ts";
import { callSignal, type StartDeadline, startCallTimeout } from "./call-signal.ts";
import { createPrecompressedSender, sendCompressed } from "./compressed-answer.ts";
import { readCookie } from "./cookie.ts";
import { createEventStreams, type StreamsOptions } from "./event-stream.ts";
import { findHostileJson } from "./limits/hostile-json.ts";
import type { Call, Caller, GatedRoute, Route } from "./route.ts";
import { beingRebuilt, notShownYet, toHttpRefusal } from "./to-http.ts";
import { validate } from "./validate.ts";

export type Admission = { caller?: Caller /** `refresh`: a fresh token for `jwt-refresh`. */; refresh?: string };

export type MountOptions = Pick<StreamsOptions, "stopping" | "beat"> & {
  /** Throws an ApiError of 401, 402 or 403. Support is asked again right before the call. */
  admit(route: GatedRoute, authorization: string | undefined): Promise<Admission>;
  /** False if the read models did not reach the position within 2 s. */
  awaitPosition(reads: readonly string[], position: string, tenant?: string): Promise<boolean>;
  readModelStatus(reads: readonly string[], tenant?: string): Promise<ReadModelStatus>;
  /** Limits per address, for requests without a token. */
  limits: RateLimits;
  startDeadline?: StartDeadline | undefined;
};

const noBody = z.undefined();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const commandIdOf = (request: Request): string | undefined => {
  const headerValue = request.get("x-command-id");
  if (headerValue === undefined) return undefined;
  if (!uuid.test(headerValue))
    throw badRequest("The header x-command-id must be a UUID. Send one made for this command.");
  return headerValue.toLowerCase();
};

const waitForPosition = async (
  route: Route,
  request: Request,
  options: MountOptions,
  caller: Caller | undefined,
): Promise<boolean> => {
  const position = request.get("x-await-position");
  if (position === undefined || route.reads.length === 0) return true;
  if (!/^[0-9A-Za-z._-]{1,100}$/.test(position))
    throw badRequest("The header x-await-position must be a position that a command returned.");
  return options.awaitPosition(route.reads, position, caller?.tenant);
};

const validParams = (route: Route, request: Request): unknown => {
  const trouble = findHostileJson(request.params) ?? findHostileJson(request.query);
  if (trouble) throw badRequest(trouble.replace("The body", "The address"));
  return route.params ? validate(route.params, { ...request.params }, "The address") : undefined;
};

/**
 * Admits a caller before the body is read. Only the gate's 401 counts as a wrong token: a handler may answer 401 when a
 * valid caller's platform wants a login.
 */
const admitted =
  (route: Route, { admit, limits }: MountOptions): RequestHandler =>
  async (request, response, next) => {
    response.locals.counted = true;
    const admission = await admit(route, request.get("authorization")).catch((error: unknown) => {
      if (error instanceof ApiError && error.fields.status === 401) return error;
      throw error;
    });
    if (admission instanceof ApiError)
      return limits.tokens(request, response, (over: unknown) => next(over ?? admission));
    const { caller, refresh } = admission;
    if (refresh !== undefined) response.set("jwt-refresh", refresh);
    response.locals.caller = caller;
    // A closed response emits no more `close`, so clean-up would never run.
    if (!response.closed) next();
  };

/** Marks a refusal as counted, so that the error handler doesn't count it again. */
const markCounted =
  (limit: RequestHandler): RequestHandler =>
  (request, response, next) => {
    response.locals.counted = true;
    return limit(request, response, next);
  };

/**
 * Queues a shop's call before its body is read, so that refused calls cost nothing. It gets its permit only with the
 * whole body, so slow senders never hold one. A full queue evicts calls that still send or wait for a read model, or
 * one token could block its shop with endless requests.
 */
const queueCall =
  (queue: Pool<RequestLimit>, work: RequestHandler): RequestHandler =>
  async (request: Request, response: Response, next: NextFunction) => {
    if (!response.locals.caller) return work(request, response, next);
    const place = admitRequest(queue, request, response);
    response.locals.place = place;
    response.once("close", place.cancel);
    try {
      await work(request, response, next);
    } finally {
      place.leave();
    }
  };

const queryOf = (route: Route, request: Request): unknown =>
  route.query ? validate(route.query, { ...request.query }, "The query") : undefined;

const callOf = (
  route: Route,
  request: Request,
  response: Response,
  { admit }: Pick<MountOptions, "admit">,
): Omit<Call, "signal"> => ({
  requestId: response.locals.requestId,
  commandId: commandIdOf(request),
  ifMatch: request.get("if-match"),
  log: response.locals.log,
  assertStillAdmitted: async () => {
    if (response.locals.caller?.support) await admit(route, request.get("authorization"));
  },
  cookie: (name) => readCookie(request.get("cookie"), name),
  setHeader: (name, value) => void response.set(name, value),
  setPosition: (position) => {
    if (position !== undefined) response.set("x-event-position", position);
  },
});

const constantAnswers = new WeakMap<Route, ReturnType<typeof createPrecompressedSender>>();

/** Answers a call. `begin`: keeps the memory reserved for the body; false: it was given away. */
const answer = async (
  route: Route,
  request: Request,
  response: Response,
  options: MountOptions,
  begin: () => boolean,
): Promise<void> => {
  // This comes before its permit, as the wait isn't work.
  const isSeen = await waitForPosition(route, request, options, response.locals.caller);
  const place: Place | undefined = response.locals.place;
  if (place && !(await place.acquire())) return;
  if (!begin()) return;
  // Parsing takes time and up to twenty times the body's length in memory.
  const payload = route.method === "GET" ? undefined : parsePayload(route, request.body);
  request.body = undefined;
  if (!isSeen) response.set("x-stale", "true");
  const signal = callSignal(response, options.startDeadline ?? startCallTimeout);
  const input = {
    params: validParams(route, request),
    query: queryOf(route, request),
    body: route.method === "GET" ? undefined : validate(route.body ?? noBody, payload, "The body", route.malformed),
  };
  const call: Call & { caller?: Caller | undefined } = {
    ...callOf(route, request, response, options),
    signal,
    caller: response.locals.caller,
  };
  const constant = constantAnswers.get(route);
  if (constant !== undefined) return constant(request, response);
  const readModelStatus =
    route.reads.length > 0 ? await options.readModelStatus(route.reads, call.caller?.tenant) : "own";
  if (readModelStatus === "none") throw new ApiError(beingRebuilt);
  if (readModelStatus === "other") response.set("x-stale", "true");
  // The merchant may have ended the impersonation session or stopped changes.
  await call.assertStillAdmitted();
  const result = await route.handle(input, call).catch((error: unknown) => {
    // A document missing in stale data must not look deleted.
    const isMissing = error instanceof ApiError && error.fields.status === 404;
    if (!isMissing || response.get("x-stale") === undefined) throw error;
    throw new ApiError(readModelStatus === "other" ? beingRebuilt : notShownYet);
  });
  if (!isRefusal(result)) {
    // File links work for anyone and outlive an impersonation session.
    const text = JSON.stringify(toOkEnvelope(result), call.caller?.support ? withoutFileLinks : undefined);
    if (route.isConstant) {
      const always = createPrecompressedSender(text);
      constantAnswers.set(route, always);
      return always(request, response);
    }
    if (route.access === "anonymous" || route.answersToken) return void response.type("json").send(text);
    return sendCompressed(request, response, text);
  }
  const fields = toHttpRefusal(result);
  response
    .status(fields.status)
    .set(fields.headers ?? {})
    .json(toErrorEnvelope(fields));
};

/** Mounts the routes: 405 for other methods, 404 for other paths. */
export const mountRoutes = (routes: readonly Route[], options: MountOptions): Router => {
  const [calls, logIns] = [markCounted(options.limits.calls), markCounted(options.limits.logIns)];
  const [atWork, atPlatform] = [createPool(places.calls), createPool(places.platformCalls)];
  const [ofStranger, ofCaller] = [createBodyMemory(places.strangersBodies), createBodyMemory(places.callersBodies)];
  const listen = createEventStreams(options);
  const router = Router({ caseSensitive: true });
  const expressPath = (route: Route) => `/${route.path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
  const paths = Map.groupBy(routes, expressPath);
  for (const [path, group] of paths) {
    router.all(path, (request, response, next) => {
      response.locals.route = `/api/${group[0]?.path}`;
      const allowed = group.map((route) => route.method);
      if (allowed.includes(request.method as Route["method"]) || (request.method === "HEAD" && allowed.includes("GET")))
        return next();
      const refused = new ApiError({
        status: 405,
        code: "method",
        message: `This call is made by ${allowed.join(" or ")}.`,
        headers: { allow: allowed.join(", ") },
      });
      return calls(request, response, (over: unknown) => next(over ?? refused));
    });
    for (const route of group) {
      const handle = (request: Request, response: Response, begin: () => boolean) =>
        answer(route, request, response, options, begin);
      const stranger = route.access === "anonymous" ? [route.isLogIn ? logIns : calls] : [];
      const guards = [...stranger, admitted(route, options)];
      const queue = route.asksPlatform ? atPlatform : atWork;
      const queued = (work: RequestHandler) => (route.skipsQueue ? work : queueCall(queue, work));
      const { events } = route;
      if (events) {
        router.get(path, ...guards, async (request: Request, response: Response) => {
          validParams(route, request);
          const query = queryOf(route, request);
          if (request.method === "HEAD") return void response.type("text/event-stream").end();
          const call = { ...callOf(route, request, response, options), caller: response.locals.caller as Caller };
          return listen({ admitted: route, events }, { request, response, query }, call);
        });
        continue;
      }
      if (route.method === "GET") {
        router.get(
          path,
          ...guards,
          queued((request, response) => handle(request, response, () => true)),
        );
        continue;
      }
      const maxBytes = maxBodySize(route);
      const inRoom = route.access === "anonymous" ? ofStranger : ofCaller;
      const work = inRoom({ maxBytes, check: checkJsonBody(route), handle });
      router[route.method === "POST" ? "post" : "put"](path, ...guards, queued(work));
    }
  }
  router.use(calls, () => {
    throw new ApiError({
      status: 404,
      code: "unknown",
      message: "There is no such call. /api/openapi.json lists all calls.",
    });
  });
  return router;
};
