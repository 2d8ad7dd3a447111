import type { Request, RequestHandler } from "express";
import { ApiError, invalid } from "./api-error.ts";
import { lookAtJson } from "./json-look.ts";
import { announcedLength } from "./limits/body-room.ts";
import { hostileJson } from "./limits/hostile.ts";
import type { Route } from "./route.ts";
import { tooLarge } from "./to-http.ts";

/** Largest body in bytes, of a route that does not say more: of one that works on the shop's own things. */
const bodyLimit = 1_048_576;
/** The same of calls that strangers make, and of those before terms and charges: a few short fields. */
const smallBodyLimit = 16_384;
/** Objects, lists and names of fields in a body, of a route that does not say more: a filter with all its conditions has some 400. */
const partsLimit = 2_000;

/** Largest body of a route, in bytes. */
export const largestBody = ({ access, largest }: Pick<Route, "access" | "largest">): number =>
  largest ?? (access === "shop" ? bodyLimit : smallBodyLimit);

const hasBody = (request: Request): boolean =>
  request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;

const isJson = (type: string): boolean => /^application\/json\s*(;|$)/i.test(type);
/** JSON is UTF-8, also where it does not say so. */
const isUtf8 = (type: string): boolean =>
  (/;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1]?.toLowerCase() ?? "utf-8") === "utf-8";

const unsupported = (message: string) => new ApiError({ status: 415, code: "invalid", message });

/**
 * Reads a body of JSON in UTF-8 into `request.body`: bytes, to be parsed when it is the call's turn (`payloadOf`), since only what works
 * may cost; undefined when there is none. What would be dear to parse is refused with 400, and what is too long with 413, as soon as it
 * is seen; of what comes then nothing is kept. Another content type is 415, and so is a compressed body: a few bytes of it may unfold into
 * a thousand times as much work.
 */
export const readJsonBody = (route: Pick<Route, "access" | "largest" | "parts">): RequestHandler => {
  const most = { bytes: largestBody(route), parts: route.parts ?? partsLimit };
  return (request, _response, next) => {
    if (!hasBody(request)) {
      request.body = undefined;
      return next();
    }
    const type = request.headers["content-type"] ?? "";
    if (!isJson(type))
      throw unsupported("The body must be JSON. Send it with the header Content-Type: application/json.");
    if (!isUtf8(type)) throw unsupported("The body's encoding is not understood. Send JSON in UTF-8.");
    if ((request.headers["content-encoding"] ?? "identity").toLowerCase() !== "identity")
      throw unsupported("The body must not be compressed. Send it without the header Content-Encoding.");
    const tooLong = () => new ApiError(tooLarge(most.bytes));
    if ((announcedLength(request) ?? 0) > most.bytes) throw tooLong();
    const look = lookAtJson(most);
    let pieces: Uint8Array[] = [];
    let length = 0;
    const end = (error?: ApiError): void => {
      request.off("data", take).off("end", end).off("close", gone);
      if (error) request.resume();
      else request.body = Buffer.concat(pieces);
      pieces = [];
      next(error);
    };
    const refused = (piece: Uint8Array): ApiError | undefined => {
      length += piece.length;
      if (length > most.bytes) return tooLong();
      look.take(piece);
      const trouble = look.trouble();
      return trouble === undefined ? undefined : invalid(trouble);
    };
    const take = (piece: Uint8Array): void => {
      const error = refused(piece);
      if (error) end(error);
      else pieces.push(piece);
    };
    const gone = () => end(invalid("The request ended before its body was complete. Send it again."));
    request.on("data", take).on("end", end).on("close", gone);
  };
};

/** Takes a mark at the beginning away. What is no character is refused: kept as U+FFFD nobody would know any more what it was. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

const decoded = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid("The body is not UTF-8. Send JSON in UTF-8.");
  }
};

/** What was read (`readJsonBody`), parsed. */
const jsonOf = (bytes: Uint8Array | undefined): unknown => {
  if (bytes === undefined || bytes.length === 0) return undefined;
  const text = decoded(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("The body is not JSON. Send correct JSON.");
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The payload a route's schema checks, of what was read: parsed, hostile ones refused, a wrapped bare value taken out. */
export const payloadOf = (route: Route, bytes: Uint8Array | undefined): unknown => {
  const body = jsonOf(bytes);
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
