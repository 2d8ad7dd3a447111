import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { nativeOrdersQuery } from "#domain/dates/native-orders-query.ts";
import { resolveDateRange } from "#domain/dates/resolve-date-range.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { UserOrderFilters } from "#domain/wire/reporting.ts";
import type { Clock } from "#infra/ports/clock.ts";

/** A page's filters in the platform's search syntax, as of now in the shop's zone. Refuses a custom range without real days. */
export const searchOf = (filters: UserOrderFilters, shop: AuthorizedShop, clock: Clock): string | Refusal => {
  const period = resolveDateRange({
    range: filters.order_date_range,
    from: filters.order_date_from,
    to: filters.order_date_to,
    now: clock.now(),
    zone: shop.profile.ianaTimezone,
  });
  return isRefusal(period) ? period : nativeOrdersQuery(period);
};
