import type { RequestHandler } from "express";
import { rateLimit } from "express-rate-limit";
import { ApiError } from "../api-error.ts";
import { createCounts } from "../health/counts.ts";

const minute = 60_000;

type Kind = {
  /** A minute and address. */
  budget: number;
  sentence: string;
  /** An error is answered as the envelope, or as the sentence alone where a browser shows it to a person. */
  as: "envelope" | "text";
};

/** What a stranger may ask for: as much as an office behind one address ever does, and little enough to bear from many. */
export const kinds = {
  /** Log-in, installation, callback: many for people, few for a machine that guesses. */
  logIns: { budget: 60, sentence: "There were too many logins from your address.", as: "envelope" },
  /** Every other call of the API without a token, those that do not exist too. */
  calls: { budget: 600, sentence: "There were too many requests from your address.", as: "envelope" },
  /** Calls that were refused for want of a valid token; valid ones are never counted. */
  tokens: {
    budget: 300,
    sentence: "There were too many requests without a valid login from your address.",
    as: "envelope",
  },
  files: { budget: 300, sentence: "Too many files were requested from your address.", as: "text" },
  /** The front end: one person's first visit takes about a hundred. */
  pages: { budget: 3_000, sentence: "There were too many requests from your address.", as: "text" },
  /**
   * Webhooks that were refused. Those that pass are never counted: the platform sends many, and what others make it send to us comes
   * from the same addresses.
   */
  webhooks: { budget: 60, sentence: "There were too many refused webhooks from your address.", as: "envelope" },
} as const satisfies Record<string, Kind>;

export type Limits = Readonly<Record<keyof typeof kinds, RequestHandler>>;

const createLimit = ({ budget, sentence, as }: Kind): RequestHandler =>
  rateLimit({
    windowMs: minute,
    limit: budget,
    standardHeaders: false,
    legacyHeaders: false,
    store: createCounts(minute),
    // How many proxies to believe is a setting; what a stranger writes into the header is no fault to report.
    validate: { xForwardedForHeader: false },
    handler: (request, response, next) => {
      const { resetTime } = (request as typeof request & { rateLimit: { resetTime: Date | undefined } }).rateLimit;
      const wait = Math.max(1, Math.ceil(((resetTime?.getTime() ?? Date.now() + minute) - Date.now()) / 1000));
      const message = `${sentence} Try again in ${wait} ${wait === 1 ? "second" : "seconds"}.`;
      const headers = { "retry-after": String(wait) };
      if (as === "envelope") return next(new ApiError({ status: 429, code: "too-many", message, headers }));
      response
        .status(429)
        .set({ "cache-control": "no-store", ...headers })
        .type("text/plain")
        .send(message);
    },
  });

/**
 * Lets so many requests of an address through a minute, each kind by itself; then 429 until the minute is over. IPv6 addresses count
 * by their network. Kept in the process: with several web processes each counts for itself.
 */
export const createLimits = (): Limits => ({
  logIns: createLimit(kinds.logIns),
  calls: createLimit(kinds.calls),
  tokens: createLimit(kinds.tokens),
  files: createLimit(kinds.files),
  pages: createLimit(kinds.pages),
  webhooks: createLimit(kinds.webhooks),
});

const letPass: RequestHandler = (_request, _response, next) => next();

/** Where a proxy in front limits by itself. */
export const noLimits: Limits = {
  logIns: letPass,
  calls: letPass,
  tokens: letPass,
  files: letPass,
  pages: letPass,
  webhooks: letPass,
};
