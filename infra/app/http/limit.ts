import type { RequestHandler } from "express";
import { rateLimit } from "express-rate-limit";
import { ApiError } from "./api-error.ts";

const minute = 60_000;
/** Calls a minute and address: many for a person who logs in, few for a machine that guesses. */
export const callsPerMinute = 60;

/**
 * Lets `callsPerMinute` calls of an address through, over all routes it stands before; then 429 until the minute is over. IPv6
 * addresses count by their network. Kept in the process: with several web processes each counts for itself.
 */
export const createLimit = (): RequestHandler =>
  rateLimit({
    windowMs: minute,
    limit: callsPerMinute,
    standardHeaders: false,
    legacyHeaders: false,
    // How many proxies to believe is a setting; what a stranger writes into the header is no fault to report.
    validate: { xForwardedForHeader: false },
    handler: (request, _response, next) => {
      const { resetTime } = (request as typeof request & { rateLimit: { resetTime: Date | undefined } }).rateLimit;
      const wait = Math.max(1, Math.ceil(((resetTime?.getTime() ?? Date.now() + minute) - Date.now()) / 1000));
      next(
        new ApiError({
          status: 429,
          code: "too-many",
          message: `There were too many log-ins from your address. Try again in ${wait} ${wait === 1 ? "second" : "seconds"}.`,
          headers: { "retry-after": String(wait) },
        }),
      );
    },
  });
