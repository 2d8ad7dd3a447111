import { speak } from "#application/privacy/personal-values.ts";
import { isRefusal, type Refusal, refuse } from "#domain/core/decider.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
import { nativeOrdersQuery } from "#domain/dates/native-orders-query.ts";
import { type Period, resolveDateRange } from "#domain/dates/resolve-date-range.ts";
import type { FilterMoment, NativeConditions } from "#domain/filters/compile/compiled.ts";
import { nativeConditions } from "#domain/filters/compile/native.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { UnreadableValue } from "#domain/filters/wishes.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { QueryApiDeps } from "../deps.ts";

/** A question in the platform's search syntax, and the period it is of; `exact`: what it finds is just what is kept. */
export type Search = { query: string; exact: boolean; period: Period };

/** The conditions of a filter as they stand now, never behind a save; null without one. Refuses one that is not there. */
export const readConditions = async (
  { runner, vault }: Pick<QueryApiDeps, "runner" | "vault">,
  tenant: string,
  filterId: string | null,
): Promise<FilterConditions | null | Refusal> => {
  if (filterId === null) return null;
  const { state } = await runner.load(workspaceDecider, tenant);
  const filter = state.filters.find((one) => one.filterId === filterId);
  return filter ? speak(vault, filter) : refuse("unknown", "This filter can't be found. Choose another one.");
};

/** Refuses where a stored value cannot be read; the merchant can mend it. */
export const unlessUnreadable = <Result>(read: () => Result): Result | Refusal => {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableValue) return refuse("rule", `${error.message} Correct it in the filter editor.`);
    throw error;
  }
};

const nativeOf = (conditions: FilterConditions | null, moment: FilterMoment): NativeConditions | Refusal =>
  conditions ? unlessUnreadable(() => nativeConditions(conditions, moment)) : { query: "", exact: true };

/** The native part of a date range and a filter, as of now in the shop's zone. Refuses a custom range without real days. */
export const searchOf = (
  range: Pick<UserOrderFilters, "order_date_range" | "order_date_from" | "order_date_to">,
  conditions: FilterConditions | null,
  shop: AuthorizedShop,
  now: Date,
): Search | Refusal => {
  const zone = knownZone(shop.profile.ianaTimezone);
  const period = resolveDateRange({
    range: range.order_date_range,
    from: range.order_date_from,
    to: range.order_date_to,
    now,
    zone,
  });
  if (isRefusal(period)) return period;
  const native = nativeOf(conditions, { now: now.toISOString(), zone });
  if (isRefusal(native)) return native;
  return {
    query: [nativeOrdersQuery(period), native.query].filter((part) => part !== "").join(" "),
    exact: native.exact,
    period,
  };
};
