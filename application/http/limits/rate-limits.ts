import type { RequestHandler } from "express";
import { rateLimit } from "express-rate-limit";
import { ApiError } from "../api-error.ts";
import { createRateLimitStore } from "../health/rate-limit-store.ts";

const minute = 60_000;

type RateBudget = {
  /** Limit per IP address. */
  requestsPerMinute: number;
  message: string;
  /** Form of the refusal: the envelope, or a plain sentence for browsers. */
  format: "envelope" | "text";
};

/**
 * Limits of unauthenticated callers: enough for an office behind one IP address, few enough to withstand many
 * addresses.
 */
export const budgets = {
  /** Logins: ample for people, too few to guess passwords. */
  logIns: { requestsPerMinute: 60, message: "There were too many logins from your address.", format: "envelope" },
  /** Other calls without a token, also unknown ones. */
  calls: { requestsPerMinute: 600, message: "There were too many requests from your address.", format: "envelope" },
  /** Calls with an invalid token; valid ones never count. */
  tokens: {
    requestsPerMinute: 300,
    message: "There were too many requests without a valid login from your address.",
    format: "envelope",
  },
  files: { requestsPerMinute: 300, message: "Too many files were requested from your address.", format: "text" },
  /** Pages: one person's first visit takes about a hundred requests. */
  pages: { requestsPerMinute: 3_000, message: "There were too many requests from your address.", format: "text" },
  /** Refused webhooks only, as forged ones may come from the platform's IP addresses. */
  webhooks: {
    requestsPerMinute: 60,
    message: "There were too many refused webhooks from your address.",
    format: "envelope",
  },
} as const satisfies Record<string, RateBudget>;

export type RateLimits = Readonly<Record<keyof typeof budgets, RequestHandler>>;

const createRateLimit = ({ requestsPerMinute, message, format }: RateBudget): RequestHandler =>
  rateLimit({
    windowMs: minute,
    limit: requestsPerMinute,
    standardHeaders: false,
    legacyHeaders: false,
    store: createRateLimitStore(minute),
    // The number of trusted proxies is a setting, so a forged X-Forwarded-For needs no warning.
    validate: { xForwardedForHeader: false },
    handler: (request, response, next) => {
      const { resetTime } = (request as typeof request & { rateLimit: { resetTime: Date | undefined } }).rateLimit;
      const wait = Math.max(1, Math.ceil(((resetTime?.getTime() ?? Date.now() + minute) - Date.now()) / 1000));
      const text = `${message} Try again in ${wait} ${wait === 1 ? "second" : "seconds"}.`;
      const headers = { "retry-after": String(wait) };
      if (format === "envelope") return next(new ApiError({ status: 429, code: "too-many", message: text, headers }));
      response
        .status(429)
        .set({ "cache-control": "no-store", ...headers })
        .type("text/plain")
        .send(text);
    },
  });

/**
 * Creates limits per minute and IP address (IPv6: prefix), for each kind and web process. Further requests get 429
 * until the minute ends.
 */
export const createRateLimits = (): RateLimits => ({
  logIns: createRateLimit(budgets.logIns),
  calls: createRateLimit(budgets.calls),
  tokens: createRateLimit(budgets.tokens),
  files: createRateLimit(budgets.files),
  pages: createRateLimit(budgets.pages),
  webhooks: createRateLimit(budgets.webhooks),
});

const passThrough: RequestHandler = (_request, _response, next) => next();

/** No limits, for set-ups with a proxy that limits requests. */
export const noRateLimits: RateLimits = {
  logIns: passThrough,
  calls: passThrough,
  tokens: passThrough,
  files: passThrough,
  pages: passThrough,
  webhooks: passThrough,
};
