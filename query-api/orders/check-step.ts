import { createYieldToEventLoop } from "#application/process/yield-to-event-loop.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { compileOrdersFilter } from "#domain/export/orders-filter.ts";
import { maxCheckedOrders, maxOrdersForBreakdown } from "#domain/filters/check-limits.ts";
import { anyStatus } from "#domain/filters/compile/conditions.ts";
import { compileFunnel, type Funnel } from "#domain/filters/compile/funnel.ts";
import { joinedQuery } from "#domain/filters/compile/native.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { buildDateQuery, createCreationTest, createMomentTest, type DatedPeriod } from "#domain/orders/date-basis.ts";
import type { Order } from "#domain/orders/order.ts";
import { hasUnreadField } from "#domain/orders/unread.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { FunnelRow, OrderCheck } from "#domain/wire/filters/order-check.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import type { ShopAccess, StorePlatform } from "#infra/ports/store-platform.ts";
import type { CheckProgress } from "./check-continuation.ts";
import { buildSearch, orUnreadableRefusal } from "./search.ts";

/** A page of the platform. */
const ordersPerStep = 250;

/** See `CheckProgress`. */
type CheckState = Omit<CheckProgress, "of" | "now">;

/** A check that is ready for its next step. */
export type Check = {
  /**
   * Takes a step. `from`: progress after the previous step, null for the first. `next`: null once the check is
   * complete.
   */
  step(
    access: ShopAccess,
    from: CheckState | null,
  ): Promise<{ known: Omit<OrderCheck, "Continuation">; next: CheckState | null }>;
};

const everything: FilterConditions = { ...anyStatus, sievers: {} };

/** See `CheckProgress`. */
type Counts = Pick<CheckState, "dated" | "left" | "alone" | "unread">;

/** Adds orders to the counts. `requiredFields`: without these, a report leaves an order out. */
const addToTally = async (
  funnel: Funnel,
  {
    orders,
    period,
    requiredFields,
    before,
  }: {
    orders: readonly Order[];
    period: DatedPeriod;
    requiredFields: readonly string[];
    before: Counts | null;
  },
  signal: AbortSignal,
): Promise<Counts> => {
  const yieldToEventLoop = createYieldToEventLoop(signal);
  const [isCreatedIn, momentTest] = [createCreationTest(period), createMomentTest(period)];
  let unread = before?.unread ?? 0;
  let dated = before?.dated ?? 0;
  const remaining = funnel.fields.map((_, index) => before?.left[index] ?? 0);
  const alone = funnel.fields.map((_, index) => before?.alone[index] ?? 0);
  for (const order of orders) {
    await yieldToEventLoop();
    // The search found an order without a date within the period.
    if (order.createdAt !== undefined && !isCreatedIn(order.createdAt)) continue;
    if (momentTest && !hasUnreadField(order, momentTest.fields) && !momentTest.holds(order)) continue;
    if (hasUnreadField(order, requiredFields)) {
      unread += 1;
      continue;
    }
    dated += 1;
    const passed = funnel.countPassed(order);
    for (let index = 0; index < passed; index++) remaining[index] = (remaining[index] ?? 0) + 1;
    for (const [index, passes] of funnel.evaluateEach(order).entries())
      if (passes) alone[index] = (alone[index] ?? 0) + 1;
  }
  return { dated, left: remaining, alone, unread };
};

/** `total`: found by the search. `checked`: read. */
type Tally = Pick<CheckState, "total" | "checked"> & Counts;

/**
 * Counts the orders left by a date range and a filter, as an export does: the platform's search narrows, the compiled
 * filter decides (ADR 11), both at `now`.
 */
export const prepareCheck = (
  platform: Pick<StorePlatform, "countOrders" | "fetchOrdersPart">,
  { filters, conditions, now }: { filters: UserOrderFilters; conditions: FilterConditions | null; now: Date },
  account: AuthorizedShop,
): Check | Refusal => {
  const search = buildSearch(filters, conditions, account, now);
  if (isRefusal(search)) return search;
  const { period, query, exact } = search;
  const zone = resolveZone(account.profile.ianaTimezone);
  const opened = orUnreadableRefusal(() => ({
    funnel: compileFunnel(conditions ?? everything, { now: now.toISOString(), zone }),
    filter: compileOrdersFilter({
      filter: conditions,
      filters: period,
      selectedOrderIds: [],
      requestedAt: now.toISOString(),
      shop: { ianaTimezone: zone },
    }),
  }));
  if (isRefusal(opened)) return opened;
  const { funnel, filter } = opened;
  const fields = [...new Set(["createdAt", ...filter.fields])];
  const dates = buildDateQuery(period);
  // The search finds more orders than the period has, so its counts say nothing about single conditions.
  const searchedConditions = dates.exact ? funnel.searched : [];
  const countOf = (access: ShopAccess, native: string) =>
    platform.countOrders(access, joinedQuery([dates.query, native]));

  const rowOf = async (access: ShopAccess, at: number, { total, left }: Tally, isWhole: boolean) => {
    const searched = searchedConditions[at];
    const isLast = at === searchedConditions.length - 1;
    if (searched && isLast && searched.exact) return { Left: total, Bound: "exact" as const };
    // The search also applies later conditions, so only the platform can count for the earlier ones.
    if (searched && !isLast)
      return {
        Left: await countOf(access, searched.query),
        Bound: searched.exact ? ("exact" as const) : ("at-most" as const),
      };
    return { Left: left[at] ?? 0, Bound: isWhole ? ("exact" as const) : ("at-least" as const) };
  };
  /** True if this condition alone leaves nothing. Computed only if the filter leaves nothing. */
  const emptiesAlone = async (access: ShopAccess, at: number, { left, alone, dated }: Tally, isWhole: boolean) => {
    if ((left.at(-1) ?? 0) > 0) return false;
    const searched = searchedConditions[at];
    if (searched && searchedConditions.length > 1) return (await countOf(access, searched.own)) === 0;
    return isWhole && (dated > 0 || searched !== undefined) && alone[at] === 0;
  };
  const funnelOf = async (access: ShopAccess, tally: Tally, isWhole: boolean): Promise<OrderCheck["Funnel"]> => {
    const [Orders, ...Rows] = await Promise.all([
      dates.exact ? countOf(access, "") : tally.dated,
      ...funnel.fields.map(async (Field, at): Promise<FunnelRow> => {
        const [row, EmptiesAlone] = await Promise.all([
          rowOf(access, at, tally, isWhole),
          emptiesAlone(access, at, tally, isWhole),
        ]);
        return { Field, ...row, EmptiesAlone };
      }),
    ]);
    return { Orders, Rows };
  };

  const readOn = async (
    access: ShopAccess,
    from: CheckState | null,
  ): Promise<{ tally: Tally; after: string | null }> => {
    // The search is exact, so no orders need to be read.
    if (exact) {
      const total = await platform.countOrders(access, query);
      const all = funnel.fields.map(() => total);
      return { tally: { total, checked: total, dated: total, left: all, alone: all, unread: 0 }, after: null };
    }
    const before = from?.checked ?? 0;
    const [total, part] = await Promise.all([
      from?.total ?? platform.countOrders(access, query),
      platform.fetchOrdersPart(
        access,
        { query, fields, atMost: Math.min(ordersPerStep, maxCheckedOrders - before) },
        from?.after ?? null,
      ),
    ]);
    // Platform data in its documented shape.
    const orders = part.orders as unknown as Order[];
    const counts = await addToTally(
      funnel,
      { orders, period, requiredFields: ["id", ...fields], before: from },
      access.signal,
    );
    return { tally: { total, checked: before + part.orders.length, ...counts }, after: part.after };
  };

  return {
    step: async (access, from) => {
      const { tally, after } = await readOn(access, from);
      const isWhole = after === null && tally.unread === 0;
      const isOver = after === null || tally.checked >= maxCheckedOrders;
      const Left = tally.left.at(-1) ?? (dates.exact ? tally.total : tally.dated);
      const isLittle = isOver && Left <= maxOrdersForBreakdown && funnel.fields.length > 0;
      return {
        known: {
          Left,
          Checked: tally.checked,
          Total: after === null ? tally.checked : Math.max(tally.total, tally.checked),
          IsWhole: isWhole,
          ...(tally.unread > 0 && { Unread: tally.unread }),
          Funnel: isLittle ? await funnelOf(access, tally, isWhole) : null,
        },
        next: isOver ? null : { ...tally, after },
      };
    },
  };
};
