import { type Route, route } from "#application/http/route.ts";
import { createKeyedSerialQueue } from "#application/process/keyed-serial-queue.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { type OrderCheck, OrderCheckData, OrderCheckPayload } from "#domain/wire/filters/order-check.ts";
import type { QueryApiDeps } from "../deps.ts";
import { createRequestCache } from "../request-cache.ts";
import { encodeCheckProgress, parseCheckProgress } from "./check-continuation.ts";
import { prepareCheck } from "./check-step.ts";
import { readConditions } from "./search.ts";

/** Cache time, ms: a reopened or duplicated page costs the shop nothing. */
const cacheTime = 30_000;
/** Cache limit for all shops, characters; a step has some hundreds. */
const maxCharacters = 4_000_000;

/**
 * Counts the orders that a date range and a filter really leave (R-21, ADR 51). Each call takes one step and answers
 * the figures so far. Steps of one shop run one at a time.
 */
export const checkRoute = (deps: QueryApiDeps): Route => {
  const recent = createRequestCache<OrderCheck>(deps.clock.steady, cacheTime, {
    weigh: (answer) => JSON.stringify(answer).length,
    atMost: maxCharacters,
  });
  const runInSeries = createKeyedSerialQueue();
  return route({
    method: "POST",
    path: "orders/check",
    summary: "How many orders a date range and a filter leave, found out step by step, and what each condition leaves",
    description:
      "Send the Continuation of the last answer until it is null. Unlike orders/page-count, it checks conditions that the platform can't search for.",
    refuses: ["rule", "invalid", "unknown"],
    access: "shop",
    asksPlatform: true,
    body: OrderCheckPayload,
    data: OrderCheckData,
    handler: async ({ body }, { signal, caller: { tenant, shop } }) => {
      const { UserOrderFilters: filters, At } = body;
      const [account, conditions] = await Promise.all([
        loadAuthorizedShop(deps, tenant),
        readConditions(deps, tenant, filters.report_filter_id),
      ]);
      if (isRefusal(conditions)) return conditions;
      const cacheKey = sha256(JSON.stringify([filters, At, conditions, resolveZone(account.profile.ianaTimezone)]));
      const given = body.Continuation === null ? null : parseCheckProgress(deps.vault, tenant, body.Continuation);
      // A changed filter makes figures void: start again.
      const from = given?.of === cacheKey ? given : null;
      const now = deps.clock.now();
      const latest = At === null ? now : new Date(Math.min(now.getTime(), Date.parse(At)));
      const moment = from === null ? latest : new Date(from.now);
      const check = prepareCheck(deps.platform, { filters, conditions, now: moment }, account);
      if (isRefusal(check)) return check;
      return recent(JSON.stringify([tenant, cacheKey, from && body.Continuation]), signal, (shared) =>
        runInSeries(tenant, async () => {
          // Callers may have gone while the step waited.
          shared.throwIfAborted();
          const { known, next } = await check.step({ tenant, shop, signal: shared }, from);
          const place = next && { of: cacheKey, now: moment.toISOString(), ...next };
          return { ...known, Continuation: place && encodeCheckProgress(deps.vault, tenant, place) };
        }),
      );
    },
  });
};
