import express, { type Request, type RequestHandler } from "express";
import { ApiError, invalid } from "./api-error.ts";
import { hostileJson } from "./hostile.ts";
import type { Route } from "./route.ts";

/** Largest body in bytes, of a route that does not say more. */
export const bodyLimit = 1_048_576;

const hasBody = (request: Request): boolean =>
  request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;

const isJson = (type: string | undefined): boolean => /^application\/json\s*(;|$)/i.test(type ?? "");

/** Reads a JSON body of at most `limit` bytes into `request.body`; undefined when there is none. Another content type is 415. */
export const readJsonBody = (limit = bodyLimit): RequestHandler => {
  const parseJson = express.json({ limit, strict: false, type: () => true });
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

/** The payload a route's schema checks: hostile bodies refused, a wrapped bare value taken out (decision 1). */
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
