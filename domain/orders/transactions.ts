import { multiplyDecimals, sumDecimals } from "../text/decimal.ts";
import type { Order, Transaction } from "./order.ts";

/** When money moved, which for a transaction that was brought in from elsewhere is not when it was noted down. */
export const transactionMoment = ({ processedAt, createdAt }: Transaction): string | null | undefined =>
  processedAt ?? createdAt;

/** What transactions of these kinds moved, in the shop's currency; only those that succeeded. */
const moved = (transactions: readonly Transaction[], kinds: readonly string[]): string =>
  sumDecimals(
    transactions
      .filter(({ kind, status }) => status === "SUCCESS" && kind !== undefined && kinds.includes(kind))
      .map(({ amountSet }) => amountSet?.shopMoney.amount ?? "0"),
  );

/** What sales and captures brought in, in the shop's currency; null when the transactions are not known. */
export const capturedAmount = ({ transactions }: Order): string | null =>
  transactions === undefined ? null : moved(transactions, ["SALE", "CAPTURE"]);

/** What refunds gave back, in the shop's currency; null when the transactions are not known. */
export const refundedByTransactions = ({ transactions }: Order): string | null =>
  transactions === undefined ? null : moved(transactions, ["REFUND"]);

/** What was brought in less what was given back; authorizations, voids and change move nothing. Null when the transactions are not known. */
export const paidAmount = (order: Order): string | null => {
  const captured = capturedAmount(order);
  const refunded = refundedByTransactions(order);
  return captured === null || refunded === null ? null : sumDecimals([captured, multiplyDecimals("-1", refunded)]);
};
