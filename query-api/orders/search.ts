import { detokenizeFilter } from "#application/privacy/personal-values.ts";
import { isRefusal, type Refusal, refuse } from "#domain/core/decider.ts";
import { resolveDateRange } from "#domain/dates/resolve-date-range.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import type { FilterMoment, NativeConditions } from "#domain/filters/compile/compiled.ts";
import { nativeConditions } from "#domain/filters/compile/native.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { UnreadableValue } from "#domain/filters/siever-criteria.ts";
import { buildDateQuery, type DatedPeriod } from "#domain/orders/date-basis.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { type RangeOnWire, rangeFromWire } from "#domain/wire/filters/range-from-wire.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { QueryApiDeps } from "../deps.ts";

/** `query`: in the platform's search syntax. */
export type Search = {
  query: string;
  /** True if exactly the kept orders are found. */
  exact: boolean;
  period: DatedPeriod;
};

/** Reads current conditions of a filter, never behind a save. Refuses an unknown filter. */
export const readConditions = async (
  { runner, vault }: Pick<QueryApiDeps, "runner" | "vault">,
  tenant: string,
  filterId: string | null,
): Promise<FilterConditions | null | Refusal> => {
  if (filterId === null) return null;
  const { state } = await runner.load(workspaceDecider, tenant);
  const filter = state.filters.find((one) => one.filterId === filterId);
  return filter
    ? detokenizeFilter(vault, filter)
    : refuse("unknown", "This filter can't be found. Choose another one.");
};

/** Refuses an unreadable stored value, which the merchant can fix. */
export const orUnreadableRefusal = <Result>(read: () => Result): Result | Refusal => {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableValue) return refuse("rule", `${error.message} Correct it in the filter editor.`);
    throw error;
  }
};

const nativeOf = (conditions: FilterConditions | null, moment: FilterMoment): NativeConditions | Refusal =>
  conditions ? orUnreadableRefusal(() => nativeConditions(conditions, moment)) : { query: "", exact: true };

/** Native part of a date range and a filter, now and in the shop's zone. Refuses a custom range without valid days. */
export const buildSearch = (
  range: RangeOnWire,
  conditions: FilterConditions | null,
  shop: AuthorizedShop,
  now: Date,
): Search | Refusal => {
  const zone = resolveZone(shop.profile.ianaTimezone);
  const choice = rangeFromWire(range);
  const days = resolveDateRange({ ...choice, now, zone });
  if (isRefusal(days)) return days;
  const period = { ...days, ...(choice.basis && { basis: choice.basis }) };
  const dates = buildDateQuery(period);
  const native = nativeOf(conditions, { now: now.toISOString(), zone });
  if (isRefusal(native)) return native;
  return {
    query: [dates.query, native.query].filter((part) => part !== "").join(" "),
    exact: dates.exact && native.exact,
    period,
  };
};
