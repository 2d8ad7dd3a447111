import type { RequestHandler } from "express";
import { addressKey } from "./admit-request.ts";
import { createBudget } from "./budget.ts";
import { type Rate, requestRates } from "./limits.ts";

export type RateLimits = Readonly<Record<keyof typeof requestRates, RequestHandler>>;

const forEachRate = (create: (rate: Rate) => RequestHandler): RateLimits => ({
  logIns: create(requestRates.logIns),
  calls: create(requestRates.calls),
  tokens: create(requestRates.tokens),
  files: create(requestRates.files),
  pages: create(requestRates.pages),
  webhooks: create(requestRates.webhooks),
});

const createRateLimit = (rate: Rate): RequestHandler => {
  const budget = createBudget(rate, () => performance.now());
  return (request, response, next) => {
    const address = addressKey(request.ip);
    const refusal = budget.findRefusal(address);
    if (refusal === undefined) {
      budget.spend(address, 1);
      return next();
    }
    if (!rate.asText) return next(refusal);
    const { status, headers, message } = refusal.fields;
    response
      .status(status)
      .set({ "cache-control": "no-store", ...headers })
      .type("text/plain")
      .send(message);
  };
};

/** Limits for each kind and web process. */
export const createRateLimits = (): RateLimits => forEachRate(createRateLimit);

/** No limits, for set-ups with a proxy that limits requests. */
export const noRateLimits: RateLimits = forEachRate(() => (_request, _response, next) => next());
