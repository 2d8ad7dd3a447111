import type { Request, RequestHandler } from "express";
import { ApiError, badRequest } from "./api-error.ts";
import { createJsonComplexityCheck } from "./json-complexity.ts";
import { getAnnouncedLength } from "./limits/body-memory.ts";
import { findHostileJson } from "./limits/hostile-json.ts";
import type { Route } from "./route.ts";
import { toTooLargeError } from "./to-http.ts";

/** Longest body of routes with shop access, bytes. */
const bodyLimit = 1_048_576;
/** Longest body of other routes, which take a few short fields. */
const smallBodyLimit = 16_384;
/** Objects, lists and field names in a body. A filter with all its conditions has some 400. */
const partsLimit = 2_000;

/** Longest body of a route, bytes. */
export const maxBodySize = ({ access, maxBodyBytes }: Pick<Route, "access" | "maxBodyBytes">): number =>
  maxBodyBytes ?? (access === "shop" ? bodyLimit : smallBodyLimit);

const hasBody = (request: Request): boolean =>
  request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;

const isJson = (type: string): boolean => /^application\/json\s*(;|$)/i.test(type);
/** True for UTF-8, the default of JSON. */
const isUtf8 = (type: string): boolean =>
  (/;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1]?.toLowerCase() ?? "utf-8") === "utf-8";

const unsupported = (message: string) => new ApiError({ status: 415, code: "invalid", message });

/**
 * Reads a UTF-8 JSON body into `request.body` as bytes. `parsePayload` parses it once the call has its permit. Refuses
 * expensive JSON with 400 and long bodies with 413, as soon as seen. Refuses other content types with 415, and
 * compressed bodies, which a few bytes could make very long.
 */
export const readJsonBody = (route: Pick<Route, "access" | "maxBodyBytes" | "maxBodyParts">): RequestHandler => {
  const limits = { bytes: maxBodySize(route), parts: route.maxBodyParts ?? partsLimit };
  return (request, _response, next) => {
    if (!hasBody(request)) {
      request.body = undefined;
      return next();
    }
    const type = request.headers["content-type"] ?? "";
    if (!isJson(type))
      throw unsupported("The body must be JSON. Send it with the header Content-Type: application/json.");
    if (!isUtf8(type)) throw unsupported("The body's character encoding isn't supported. Send JSON in UTF-8.");
    if ((request.headers["content-encoding"] ?? "identity").toLowerCase() !== "identity")
      throw unsupported("The body must not be compressed. Send it without the header Content-Encoding.");
    const tooLong = () => new ApiError(toTooLargeError(limits.bytes));
    if ((getAnnouncedLength(request) ?? 0) > limits.bytes) throw tooLong();
    const complexityCheck = createJsonComplexityCheck(limits);
    let chunks: Uint8Array[] = [];
    let length = 0;
    const end = (error?: ApiError): void => {
      request.off("data", take).off("end", end).off("close", gone);
      if (error) request.resume();
      else request.body = Buffer.concat(chunks);
      chunks = [];
      next(error);
    };
    const refused = (chunk: Uint8Array): ApiError | undefined => {
      length += chunk.length;
      if (length > limits.bytes) return tooLong();
      complexityCheck.write(chunk);
      const problem = complexityCheck.problem();
      return problem === undefined ? undefined : badRequest(problem);
    };
    const take = (chunk: Uint8Array): void => {
      const error = refused(chunk);
      if (error) end(error);
      else chunks.push(chunk);
    };
    const gone = () => end(badRequest("The request ended before its body was complete. Send it again."));
    request.on("data", take).on("end", end).on("close", gone);
  };
};

/** Strips a byte order mark. Refuses invalid bytes, as U+FFFD would lose the original. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

const decoded = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw badRequest("The body is not UTF-8. Send JSON in UTF-8.");
  }
};

const jsonOf = (bytes: Uint8Array | undefined): unknown => {
  if (bytes === undefined || bytes.length === 0) return undefined;
  const text = decoded(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("The body isn't valid JSON. Send valid JSON.");
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Refuses hostile JSON and unwraps a bare value. */
export const parsePayload = (route: Route, bytes: Uint8Array | undefined): unknown => {
  const body = jsonOf(bytes);
  const trouble = findHostileJson(body);
  if (trouble) throw badRequest(trouble);
  if (!route.body) {
    if (body === undefined || body === null || (isObject(body) && Object.keys(body).length === 0)) return undefined;
    throw badRequest("This call has no body. Send it without one.");
  }
  if (route.bare && isObject(body)) {
    const keys = Object.keys(body);
    if (keys.length === 1 && keys[0] === route.bare) return body[route.bare];
    throw badRequest(`The body must be the value itself or {"${route.bare}": …}.`);
  }
  return body;
};
