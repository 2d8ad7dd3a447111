import { subtractDecimals, sumDecimals } from "../text/decimal.ts";
import type { LineItem, MoneyBag, Order, Refund } from "./order.ts";

type RefundLine = NonNullable<Refund["refundLineItems"]>[number];

/** What the refunds say of a line. */
export const refundLinesOf = (line: LineItem, refunds: readonly Refund[]): RefundLine[] =>
  refunds.flatMap((refund) => (refund.refundLineItems ?? []).filter((refunded) => refunded.lineItem?.id === line.id));

/** When the money went back: an instant in ms, NaN when it is not known. */
export const refundMoment = (refund: Refund): number => Date.parse(refund.processedAt ?? refund.createdAt ?? "");

/** The refunds as they were processed; those whose moment is not known as they come. */
export const oldestFirst = (refunds: readonly Refund[]): Refund[] =>
  [...refunds].sort((a, b) => refundMoment(a) - refundMoment(b) || 0);

/** What became of the units given back, in the platform's words (RETURN, CANCEL, NO_RESTOCK), oldest refund first. */
export const restockTypes = (line: LineItem, order: Order): (string | undefined)[] =>
  refundLinesOf(line, oldestFirst(order.refunds ?? [])).map(({ restockType }) => restockType);

/** Units of the line given back in all refunds; null when the refunds are not known. */
export const refundedUnits = (line: LineItem, order: Order): number | null =>
  order.refunds === undefined
    ? null
    : refundLinesOf(line, order.refunds).reduce((units, refunded) => units + (refunded.quantity ?? 0), 0);

/** Tax given back for the line in all refunds, whenever made; null when the refunds are not known. */
export const refundedTax = (line: LineItem, order: Order): string | null =>
  order.refunds === undefined
    ? null
    : sumDecimals(refundLinesOf(line, order.refunds).map((refunded) => refunded.totalTaxSet?.shopMoney.amount ?? "0"));

/**
 * All tax given back in all refunds of the order, whenever made: of lines and shipping, and what an adjustment says that it was more or less.
 * Duties have none. Null when the refunds are not known.
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
 * Amount given back for the line before tax in all refunds, whenever made; null when the refunds are not known. Where the order's
 * prices include tax, so do the subtotals of its refunds.
 */
export const refundedAmount = (line: LineItem, order: Order): string | null => {
  if (order.refunds === undefined) return null;
  const subtotals = refundLinesOf(line, order.refunds).map(({ subtotalSet }) => subtotalSet?.shopMoney.amount ?? "0");
  const tax = order.taxesIncluded === true ? (refundedTax(line, order) ?? "0") : "0";
  return subtractDecimals(sumDecimals(subtotals), tax);
};

/** Total of the order's refunds that were processed within [from, to); null when the refunds are not known. */
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
