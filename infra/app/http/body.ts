import express, { type Request, type RequestHandler } from "express";
import { ApiError, invalid } from "./api-error.ts";
import { hostileJson } from "./hostile.ts";
import type { Route } from "./route.ts";

/** Largest body in bytes, of a route that does not say more: of one that works on the shop's own things. */
const bodyLimit = 1_048_576;
/** The same of calls that strangers make, and of those before terms and charges: a few short fields. */
const smallBodyLimit = 16_384;

/** Largest body of a route, in bytes. */
export const largestBody = ({ access, largest }: Pick<Route, "access" | "largest">): number =>
  largest ?? (access === "shop" ? bodyLimit : smallBodyLimit);

const hasBody = (request: Request): boolean =>
  request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;

const isJson = (type: string | undefined): boolean => /^application\/json\s*(;|$)/i.test(type ?? "");

/**
 * Reads a JSON body of at most `limit` bytes into `request.body`; undefined when there is none. Another content type is 415, and so is
 * a compressed body: a few bytes of it may unfold into a thousand times as much work.
 */
export const readJsonBody = (limit: number): RequestHandler => {
  const parseJson = express.json({ limit, strict: false, inflate: false, type: () => true });
  return (request, response, next) => {
    if (!hasBody(request)) {
      request.body = undefined;
      return next();
    }
    if (!isJson(request.headers["content-type"]))
      throw new ApiError({
        status: 415,
        code: "invalid",
        message: "The body must be JSON. Send it with the header Content-Type: application/json.",
      });
    parseJson(request, response, next);
  };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The payload a route's schema checks: hostile bodies refused, a wrapped bare value taken out. */
export const payloadOf = (route: Route, body: unknown): unknown => {
  const trouble = hostileJson(body);
  if (trouble) throw invalid(trouble);
  if (!route.body) {
    if (body === undefined || body === null || (isObject(body) && Object.keys(body).length === 0)) return undefined;
    throw invalid("This call takes no body. Send none.");
  }
  if (route.bare && isObject(body)) {
    const keys = Object.keys(body);
    if (keys.length === 1 && keys[0] === route.bare) return body[route.bare];
    throw invalid(`The body must be the value itself or {"${route.bare}": …}.`);
  }
  return body;
};
