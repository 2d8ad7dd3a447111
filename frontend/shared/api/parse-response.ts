import type { Envelope } from "#domain/wire/envelope.ts";
import { startingCode } from "#domain/wire/reports/starting-code.ts";
import { ApiError, clientCode } from "./api-error.ts";

const isEnvelope = (body: unknown): body is Envelope<unknown> =>
  typeof body === "object" && body !== null && "Ok" in body && typeof body.Ok === "boolean";

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Without an envelope, as from a proxy, only the status tells anything.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Returns code and message of an envelope that isn't `Ok`. */
export const parseRefusal = (text: string): { code: string; message: string } | undefined => {
  const body = parse(text);
  return isEnvelope(body) && !body.Ok ? { code: body.ErrorCode, message: body.ErrorMessage } : undefined;
};

/**
 * True if a proxy answered with 502, 503 or 504, or Sheaf says that it is starting. The call had no effect, or a proxy
 * lost its response.
 */
export const isUnavailable = (status: number, text: string): boolean => {
  if (status < 502 || status > 504) return false;
  const body = parse(text);
  return !isEnvelope(body) || body.ErrorCode === startingCode;
};

const messageWithoutEnvelope = (status: number): string => {
  if (status === 413) return "What you sent is too large. Remove some of it and try again, or contact support.";
  if (status >= 502 && status <= 504) return "Sheaf isn't answering right now. Try again in a moment.";
  return `The server answered with status ${status}. Try again.`;
};

/**
 * Returns the envelope's `Data`. The error's code is `FetchCatch` only if there is no envelope.
 * @throws {ApiError} anything but `Ok: true`
 */
export const parseResponse = (status: number, text: string): unknown => {
  const body = parse(text);
  if (isEnvelope(body)) {
    if (body.Ok) return body.Data;
    throw new ApiError({
      code: body.ErrorCode,
      message: body.ErrorMessage,
      details: body.ErrorDetails,
      help: body.ErrorHelp,
      status,
    });
  }
  throw new ApiError({
    code: clientCode.fetchCatch,
    message: messageWithoutEnvelope(status),
    status,
  });
};
