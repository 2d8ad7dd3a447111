import type { Refusal, RefusalCode } from "#domain/core/decider.ts";
import {
  StoreBusy,
  StoreDamaged,
  StoreFull,
  StoreUnreadable,
  StoreUnwritable,
  StreamDamaged,
} from "#infra/ports/store-errors.ts";
import { PlatformError, type PlatformErrorCode } from "#infra/ports/store-platform.ts";
import { AppendTooLarge } from "#infra/ports/stores/event-store.ts";
import { HistoryDiffers } from "#infra/ports/stores/history.ts";
import { NotBuilt } from "../read-models/serve.ts";
import { ApiError, type ApiErrorFields } from "./api-error.ts";

/** Status by code. */
export const refusalStatus: Readonly<Record<RefusalCode, number>> = {
  rule: 200,
  invalid: 400,
  "not-allowed": 403,
  "payment-required": 402,
  unknown: 404,
  conflict: 409,
  "too-many": 429,
};

const platformStatus: Record<PlatformErrorCode, number> = {
  "reconnect-needed": 401,
  "access-denied": 502,
  "shop-unavailable": 502,
  "search-refused": 502,
  unavailable: 503,
  "unexpected-answer": 502,
};

/** `rule` refusals have status 200. */
export const toHttpRefusal = (refusal: Refusal): ApiErrorFields => ({
  status: refusalStatus[refusal.code],
  code: refusal.code,
  message: refusal.message,
  ...(refusal.details === undefined ? {} : { details: refusal.details }),
  ...(refusal.code === "too-many" ? { headers: { "retry-after": "10" } } : {}),
});

const platformToHttp = (error: PlatformError): ApiErrorFields => ({
  status: platformStatus[error.code],
  code: error.code,
  message: error.message,
  ...(error.detail === "" ? {} : { details: error.detail }),
  ...(error.code === "unavailable" ? { headers: { "retry-after": "30" } } : {}),
});

/** Error of a body that is too long. `limit`: bytes. */
export const toTooLargeError = (limit: number): ApiErrorFields => {
  const size = limit < 1_048_576 ? `${Math.round(limit / 1024)} KB` : `${Math.round(limit / 1_048_576)} MB`;
  return { status: 413, code: "too-large", message: `The request is over ${size}. Send less at once.` };
};

/** Maps errors of express, the router and the body parser. */
const fromLibrary = (error: { status: number; type?: unknown; limit?: unknown; message: string }): ApiErrorFields => {
  if (error.type === "entity.too.large") return toTooLargeError(Number(error.limit ?? 0));
  return {
    status: error.status,
    code: "invalid",
    message: "The request cannot be understood. Check its address and body.",
  };
};

/** Error of incomplete read models: a missing row may exist. */
export const beingRebuilt: ApiErrorFields = {
  status: 503,
  code: "rebuilding",
  message: "Your lists are being rebuilt. Try again in a moment.",
  headers: { "retry-after": "5" },
};

/** Error of read models behind what the caller has seen: busy, hanging, or the disk takes no writes. */
export const notShownYet: ApiErrorFields = {
  status: 503,
  code: "behind",
  message: "Your last change isn't shown yet, but nothing is lost. Try again in a moment.",
  headers: { "retry-after": "5" },
};

/** Maps any error to HTTP. `unexpected`: our fault, so log it. */
export const toHttpError = (error: unknown): ApiErrorFields & { unexpected: boolean } => {
  if (error instanceof ApiError) return { ...error.fields, unexpected: false };
  if (error instanceof PlatformError) return { ...platformToHttp(error), unexpected: false };
  if (error instanceof StoreBusy)
    return {
      status: 503,
      code: "busy",
      message: "The server is busy. Try again in a moment.",
      headers: { "retry-after": "1" },
      unexpected: false,
    };
  if (error instanceof AppendTooLarge)
    return {
      status: 413,
      code: "too-large",
      message: "This is too much to save at once, so nothing was saved. Make fewer changes at a time.",
      // A domain rule should have refused this more clearly.
      unexpected: true,
    };
  if (error instanceof StoreUnreadable)
    return {
      status: 503,
      code: "unreadable",
      message: "The server can't read its data right now. Try again later.",
      headers: { "retry-after": "60" },
      // The error is logged once, as below.
      unexpected: false,
    };
  if (error instanceof StoreUnwritable)
    return {
      status: 503,
      ...(error instanceof StoreFull
        ? {
            code: "full",
            message: "The server's disk is full, so your change wasn't saved. Try again later.",
          }
        : {
            code: "unwritable",
            message: "The server can't save anything right now, so your change wasn't saved. Try again later.",
          }),
      headers: { "retry-after": "60" },
      // The process's log and /healthz report it once; a line per request would fill the disk further.
      unexpected: false,
    };
  if (error instanceof NotBuilt) return { ...beingRebuilt, unexpected: false };
  if (error instanceof StoreDamaged)
    return error.mendsItself
      ? { ...beingRebuilt, unexpected: false }
      : {
          status: 503,
          code: "damaged",
          message: "The server can't read its data. Try again later. If it keeps happening, contact us.",
          headers: { "retry-after": "60" },
          unexpected: true,
        };
  if (error instanceof StreamDamaged)
    return {
      status: 503,
      code: "damaged",
      message: "Part of your shop's data can't be read. Contact us, so that we can restore it.",
      headers: { "retry-after": "60" },
      unexpected: true,
    };
  if (error instanceof HistoryDiffers)
    return {
      status: 503,
      code: "disagrees",
      message: "The server's data has to be repaired before you can continue. Nothing was changed. Contact us.",
      headers: { "retry-after": "60" },
      unexpected: true,
    };
  if (error instanceof Error && "status" in error) {
    const status = Number(error.status);
    if (status >= 400 && status < 500)
      return {
        ...fromLibrary({
          status,
          type: "type" in error ? error.type : undefined,
          limit: "limit" in error ? error.limit : undefined,
          message: error.message,
        }),
        unexpected: false,
      };
  }
  return {
    status: 500,
    code: "internal",
    message: "Something went wrong on our side. Try again. If it keeps happening, contact us.",
    unexpected: true,
  };
};
