import { subtractDecimals, sumDecimals } from "../text/decimal.ts";
import type { LineItem, MoneyBag, Order, Refund } from "./order.ts";

type RefundLine = NonNullable<Refund["refundLineItems"]>[number];

/** Lists the refund entries of a line. */
export const listRefundLines = (line: LineItem, refunds: readonly Refund[]): RefundLine[] =>
  refunds.flatMap((refund) => (refund.refundLineItems ?? []).filter((refunded) => refunded.lineItem?.id === line.id));

/** Time of a refund, ms; NaN if unknown. */
export const refundMoment = (refund: Refund): number => Date.parse(refund.processedAt ?? refund.createdAt ?? "");

/** Sorts by processing time; refunds without one keep their position. */
export const sortOldestFirst = (refunds: readonly Refund[]): Refund[] =>
  [...refunds].sort((a, b) => refundMoment(a) - refundMoment(b) || 0);

/** Lists the platform's words (RETURN, CANCEL, NO_RESTOCK), oldest refund first. */
export const restockTypes = (line: LineItem, order: Order): (string | undefined)[] =>
  listRefundLines(line, sortOldestFirst(order.refunds ?? [])).map(({ restockType }) => restockType);

/** Returns null if the refunds are unknown. */
export const countRefundedUnits = (line: LineItem, order: Order): number | null =>
  order.refunds === undefined
    ? null
    : listRefundLines(line, order.refunds).reduce((units, refunded) => units + (refunded.quantity ?? 0), 0);

/** Refunded tax of the line, regardless of date; null if the refunds are unknown. */
export const refundedTax = (line: LineItem, order: Order): string | null =>
  order.refunds === undefined
    ? null
    : sumDecimals(
        listRefundLines(line, order.refunds).map((refunded) => refunded.totalTaxSet?.shopMoney.amount ?? "0"),
      );

/**
 * Tax of all refunds, regardless of date: lines, shipping and adjustments. Duties have none. Null if the refunds are
 * unknown.
 */
export const refundedOrderTax = ({ refunds }: Order): string | null => {
  if (refunds === undefined) return null;
  const taxesOf = (parts: readonly { taxAmountSet?: MoneyBag }[] = []): string[] =>
    parts.map(({ taxAmountSet }) => taxAmountSet?.shopMoney.amount ?? "0");
  return subtractDecimals(
    sumDecimals([
      ...refunds.flatMap(({ refundLineItems = [] }) =>
        refundLineItems.map(({ totalTaxSet }) => totalTaxSet?.shopMoney.amount ?? "0"),
      ),
      ...refunds.flatMap(({ refundShippingLines }) => taxesOf(refundShippingLines)),
    ]),
    ...refunds.flatMap(({ orderAdjustments }) => taxesOf(orderAdjustments)),
  );
};

/**
 * Refunded amount of the line, before tax, regardless of date; null if the refunds are unknown. Refund subtotals
 * include tax if the order's prices do.
 */
export const refundedAmount = (line: LineItem, order: Order): string | null => {
  if (order.refunds === undefined) return null;
  const subtotals = listRefundLines(line, order.refunds).map(({ subtotalSet }) => subtotalSet?.shopMoney.amount ?? "0");
  const tax = order.taxesIncluded === true ? (refundedTax(line, order) ?? "0") : "0";
  return subtractDecimals(sumDecimals(subtotals), tax);
};

/** Refunds processed within [from, to); null if unknown. */
export const refundedInPeriod = (order: Order, period: { from: string | null; to: string }): string | null => {
  if (order.refunds === undefined) return null;
  const from = period.from === null ? Number.NEGATIVE_INFINITY : Date.parse(period.from);
  const to = Date.parse(period.to);
  const within = order.refunds.filter((refund) => {
    const processed = refundMoment(refund);
    return processed >= from && processed < to;
  });
  return sumDecimals(within.map((refund) => refund.totalRefundedSet?.shopMoney.amount ?? "0"));
};
