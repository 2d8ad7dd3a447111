import type { Request } from "express";
import { ApiError, badRequest } from "./api-error.ts";
import { createJsonComplexityCheck } from "./json-complexity.ts";
import { findHostileJson } from "./limits/hostile-json.ts";
import type { Route } from "./route.ts";

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
 * Checks a JSON body while it arrives; `parsePayload` parses it once the call has its permit. Refuses expensive JSON with
 * 400, and other content types with 415, also compressed bodies, which a few bytes could make very long.
 */
export const checkJsonBody =
  (route: Pick<Route, "maxBodyParts">) =>
  (request: Request): ((chunk: Uint8Array) => ApiError | undefined) => {
    if (hasBody(request)) {
      const type = request.headers["content-type"] ?? "";
      if (!isJson(type))
        throw unsupported("The body must be JSON. Send it with the header Content-Type: application/json.");
      if (!isUtf8(type)) throw unsupported("The body's character encoding isn't supported. Send JSON in UTF-8.");
      if ((request.headers["content-encoding"] ?? "identity").toLowerCase() !== "identity")
        throw unsupported("The body must not be compressed. Send it without the header Content-Encoding.");
    }
    const complexityCheck = createJsonComplexityCheck({ parts: route.maxBodyParts ?? partsLimit });
    return (chunk) => {
      complexityCheck.write(chunk);
      const problem = complexityCheck.problem();
      return problem === undefined ? undefined : badRequest(problem);
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
