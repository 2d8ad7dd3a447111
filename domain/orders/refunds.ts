import { sumDecimals } from "../text/decimal.ts";
import type { LineItem, Order, Refund } from "./order.ts";

type RefundLine = NonNullable<Refund["refundLineItems"]>[number];

const refundLinesOf = (line: LineItem, refunds: readonly Refund[]): RefundLine[] =>
  refunds.flatMap((refund) => (refund.refundLineItems ?? []).filter((refunded) => refunded.lineItem?.id === line.id));

/** When the money went back: an instant in ms, NaN when it is not known. */
export const refundMoment = (refund: Refund): number => Date.parse(refund.processedAt ?? refund.createdAt ?? "");

/** Units of the line given back in all refunds; null when the refunds are not known. */
export const refundedUnits = (line: LineItem, order: Order): number | null =>
  order.refunds === undefined
    ? null
    : refundLinesOf(line, order.refunds).reduce((units, refunded) => units + (refunded.quantity ?? 0), 0);

/** Amount given back for the line before tax in all refunds, whenever made; null when the refunds are not known. */
export const refundedAmount = (line: LineItem, order: Order): string | null =>
  order.refunds === undefined
    ? null
    : sumDecimals(refundLinesOf(line, order.refunds).map((refunded) => refunded.subtotalSet?.shopMoney.amount ?? "0"));

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
