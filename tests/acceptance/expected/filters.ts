import type { DemoLineItem, DemoOrder } from "#demo-store/generate/types.ts";
import type { FinancialStatus, FulfillmentStatus } from "#demo-store/generate/words/order-enums.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { filterFields } from "./filter-fields.ts";
import { accepts, type Moment } from "./filter-values.ts";

/** a second time: which orders and lines of a demo shop a filter keeps. */

/** R-22, in the order of S-1.3; null keeps all. */
const paid: FinancialStatus[] = ["PAID"];
const hasPaid: FinancialStatus[] = ["PAID", "PARTIALLY_REFUNDED", "REFUNDED"];
const financial: readonly (FinancialStatus[] | null)[] = [
  null, // any
  ["AUTHORIZED"],
  ["PENDING"],
  paid,
  ["PARTIALLY_PAID"],
  [...paid, "PARTIALLY_PAID"],
  ["REFUNDED"],
  ["VOIDED"],
  ["PARTIALLY_REFUNDED"],
  ["PENDING", "AUTHORIZED", "PARTIALLY_PAID"], // unpaid
  hasPaid,
  [...paid, "PARTIALLY_REFUNDED"],
  [...paid, "AUTHORIZED"],
  [...hasPaid, "AUTHORIZED"],
  [...hasPaid, "PENDING"],
];

const shownAsPending: FulfillmentStatus[] = ["UNFULFILLED", "IN_PROGRESS", "ON_HOLD", "SCHEDULED"];
const fulfillment: readonly (FulfillmentStatus[] | null)[] = [
  null, // any
  ["FULFILLED"],
  ["PARTIALLY_FULFILLED"],
  shownAsPending,
  [...shownAsPending, "PARTIALLY_FULFILLED"],
];

const orderStatus = (order: DemoOrder): number => {
  if (order.cancelledAt !== null) return 3;
  return order.closedAt !== null ? 2 : 1;
};

const listed = <Value>(lists: readonly (Value[] | null)[], place: number): Value[] | null => {
  const list = lists[place];
  if (list === undefined) throw new Error(`The expectation knows no status ${place}.`);
  return list;
};

export const keepsStatuses = (filter: FilterConditions, order: DemoOrder): boolean => {
  const money = listed(financial, filter.financial_status);
  const goods = listed(fulfillment, filter.fulfillment_status);
  if (money && !money.includes(order.displayFinancialStatus)) return false;
  if (goods && !goods.includes(order.displayFulfillmentStatus)) return false;
  return filter.order_status === 0 || filter.order_status === orderStatus(order);
};

export const fieldOf = (code: number) => {
  const field = filterFields[code];
  if (!field) throw new Error(`The expectation knows no siever ${code}.`);
  return field;
};

/** The sievers that hold values, with their codes as numbers. */
export const sieversOf = (filter: FilterConditions): [number, readonly string[]][] =>
  Object.entries(filter.sievers).flatMap(([code, values]) => (values.length > 0 ? [[Number(code), values]] : []));

/** Statuses, order and customer sievers. */
export const keepsOrder = (filter: FilterConditions, moment: Moment, order: DemoOrder): boolean =>
  keepsStatuses(filter, order) &&
  sieversOf(filter).every(([code, values]) => {
    const field = fieldOf(code);
    return field.level === "line" || accepts(values, field.read(order, moment.zone), moment);
  });

/** Line, product and variant sievers. */
export const keepsLine = (filter: FilterConditions, moment: Moment, order: DemoOrder, line: DemoLineItem): boolean =>
  sieversOf(filter).every(([code, values]) => {
    const field = fieldOf(code);
    return field.level === "order" || accepts(values, field.read(order, line, moment.zone), moment);
  });

/** The part of an order that a report has. */
export type ExpectedOrder = { order: DemoOrder; lines: DemoLineItem[] };
