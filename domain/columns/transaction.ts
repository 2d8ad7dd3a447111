import { ColumnCategory, ColumnType } from "../enumerations.ts";
import type { Order, Transaction } from "../orders/order.ts";
import { parseIdNumber } from "../orders/parse-id-number.ts";
import { sortByTime } from "../orders/sort-by-time.ts";
import {
  capturedAmount,
  paidAmount,
  paidByGiftCard,
  paidLessFees,
  paymentFees,
  refundedByTransactions,
  transactionMoment,
} from "../orders/transactions.ts";
import type { Atom, ColumnDefinition, ColumnSource } from "./definition.ts";
import { SlowGroup } from "./slow-group.ts";

/** Reads each transaction of the order, oldest first, with any status. */
const fromEachTransaction = (
  fields: readonly string[],
  read: (transaction: Transaction) => Atom,
): ColumnSource<"order"> => ({
  fields: [...new Set([...fields, "processedAt", "createdAt"])].map((field) => `transactions.${field}`),
  level: "order",
  read: ({ transactions }) => transactions && sortByTime(transactions, transactionMoment).map(read),
  aggregate: { Orders: "order", OnePerOrder: "join", Fulfillments: "order", BundleAndCustomizer: "order" },
});

/** Reads an amount of successful transactions of certain kinds. */
const fromSuccessfulTransactions = (
  read: (order: Order) => Atom,
  fields: readonly string[] = ["amountSet.shopMoney.amount", "kind", "status"],
): ColumnSource<"order"> => ({
  fields: fields.map((field) => `transactions.${field}`),
  level: "order",
  read,
  aggregate: { Orders: "orderOnce", OnePerOrder: "sum", Fulfillments: "orderOnce", BundleAndCustomizer: "orderOnce" },
});

const text = {
  category: ColumnCategory.Transaction,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.transaction,
  identifier: false,
  total: "none",
} as const;

const amount = { ...text, type: ColumnType.Number, valueKind: "number", total: "sumOncePerOrder" } as const;
const once =
  "In the shop's currency, on the first row of each order only, so you can add the column up within a worksheet.";
const each =
  "Separated by commas, without repeats (so entries of two columns need not line up); failed transactions included.";

/** Lists include all transactions; amounts count only successful ones. */
export const transactionColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "TransactionId",
    title: "Transaction ID",
    description: "IDs of the order's transactions.",
    note: each,
    identifier: true,
    ...fromEachTransaction(["id"], ({ id }) => parseIdNumber(id)),
  },
  {
    ...text,
    key: "TransactionDate",
    title: "Transaction date",
    valueKind: "datetime",
    description: "Dates and times at which the transactions were processed.",
    note: `${each} In the shop's time zone.`,
    ...fromEachTransaction([], transactionMoment),
  },
  {
    ...text,
    key: "TransactionKind",
    title: "Transaction kind",
    description: "What the transactions did: AUTHORIZATION, CAPTURE, SALE, REFUND, VOID, CHANGE and others.",
    note: each,
    ...fromEachTransaction(["kind"], ({ kind }) => kind),
  },
  {
    ...text,
    key: "TransactionStatus",
    title: "Transaction status",
    description: "Result of the transactions: SUCCESS, PENDING, FAILURE, ERROR and others.",
    note: "Separated by commas, without repeats (so entries of two columns need not line up); only successful transactions count in amounts.",
    ...fromEachTransaction(["status"], ({ status }) => status),
  },
  {
    ...amount,
    key: "TransactionAmount",
    title: "Transaction amount",
    description: "Money received: successful sales and captures minus successful refunds.",
    note: once,
    ...fromSuccessfulTransactions(paidAmount),
  },
  {
    ...text,
    key: "TransactionGateway",
    title: "Gateway",
    description: "Names of the payment services, as the platform stores them, for example shopify_payments.",
    note: each,
    ...fromEachTransaction(["gateway"], ({ gateway }) => gateway),
  },
  {
    ...text,
    key: "TransactionGatewayName",
    title: "Gateway name",
    description: "Names of the payment services, as people know them, for example PayPal.",
    note: each,
    ...fromEachTransaction(["formattedGateway"], ({ formattedGateway }) => formattedGateway),
  },
  {
    ...text,
    key: "PaymentMethodName",
    title: "Payment method",
    description: "Ways in which the customer paid, for example card or ideal.",
    note: `Empty for cash and gift cards. ${each}`,
    ...fromEachTransaction(
      [
        "CardPaymentDetails",
        "LocalPaymentMethodsPaymentDetails",
        "PaypalWalletPaymentDetails",
        "ShopPayInstallmentsPaymentDetails",
      ].map((type) => `paymentDetails.(${type}).paymentMethodName`),
      ({ paymentDetails }) => paymentDetails?.paymentMethodName,
    ),
  },
  {
    ...amount,
    key: "TransactionFees",
    title: "Payment fees",
    description: "Fees that the platform's own payment service charged for the order.",
    note: `${once} 0 for other payment services, whose fees the store doesn't know.`,
    ...fromSuccessfulTransactions(paymentFees, ["fees.amount.amount", "status"]),
  },
  {
    ...amount,
    key: "TransactionNet",
    title: "Net of fees",
    description: "Money received less refunds and payment fees.",
    note: `${once} 'Transaction amount' less 'Payment fees'.`,
    ...fromSuccessfulTransactions(paidLessFees, ["amountSet.shopMoney.amount", "kind", "status", "fees.amount.amount"]),
  },
  {
    ...amount,
    key: "GiftCardAmount",
    title: "Paid by gift card",
    description: "Part of the order that was paid with gift cards.",
    note: `${once} Refunds are not subtracted.`,
    ...fromSuccessfulTransactions(paidByGiftCard, ["amountSet.shopMoney.amount", "kind", "status", "gateway"]),
  },
  {
    ...text,
    key: "CardCompany",
    title: "Card company",
    description: "Companies of the cards used, for example Visa.",
    note: "Empty for other payment methods.",
    ...fromEachTransaction(
      ["paymentDetails.(CardPaymentDetails).company"],
      ({ paymentDetails }) => paymentDetails?.company,
    ),
  },
  {
    ...text,
    key: "CardLast4",
    title: "Card number",
    description: "Numbers of the cards used, masked except for the last digits.",
    note: "Empty for other payment methods.",
    identifier: true,
    ...fromEachTransaction(
      ["paymentDetails.(CardPaymentDetails).number"],
      ({ paymentDetails }) => paymentDetails?.number,
    ),
  },
  {
    ...text,
    key: "PaymentId",
    title: "Payment ID",
    description: "Payment IDs that customers see and payouts list.",
    note: each,
    identifier: true,
    ...fromEachTransaction(["paymentId"], ({ paymentId }) => paymentId),
  },
  {
    ...amount,
    key: "CapturedAmount",
    title: "Captured amount",
    description: "Money received: successful sales and captures.",
    note: `${once} Refunds are not subtracted.`,
    ...fromSuccessfulTransactions(capturedAmount),
  },
  {
    ...amount,
    key: "RefundTransactionAmount",
    title: "Refund transactions",
    description: "Money paid back: successful refunds.",
    note: `${once} Regardless of date, even outside the report's date range.`,
    ...fromSuccessfulTransactions(refundedByTransactions),
  },
];
