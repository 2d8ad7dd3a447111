import type { LiveArrival, LiveArrivals } from "#domain/wire/live.ts";

/** `at`: time of the announcement (ISO). `isIn`: the report would show the order; null means unknown. */
type AnnouncedOrder = { at: string; isIn: boolean | null };

/**
 * New orders that the table doesn't show yet, by number. `missed`: count of orders without a number, perhaps not in the
 * report. `passedBy`: count of uncertain orders that the next table lacked.
 */
export type NewOrders = { announced: ReadonlyMap<string, AnnouncedOrder>; missed: number; passedBy: number };

export const noNewOrders: NewOrders = { announced: new Map(), missed: 0, passedBy: 0 };

/** Adds an arrival; false if nothing changed. A change may add an order to the report or remove it. */
const afterOne = (announced: Map<string, AnnouncedOrder>, { Id, Kind, At, InReport }: LiveArrival): boolean => {
  const known = announced.get(Id);
  if (Kind === "new" ? known !== undefined : known === undefined || InReport === null) return false;
  announced.set(Id, { at: known?.at ?? At, isIn: InReport });
  return true;
};

export const withArrivals = (known: NewOrders, { Orders, Missed }: LiveArrivals): NewOrders => {
  const announced = new Map(known.announced);
  const isOther = Orders.filter((order) => afterOne(announced, order)).length > 0;
  return isOther || Missed > 0 ? { announced, missed: known.missed + Missed, passedBy: 0 } : known;
};

/** Tolerance between the store's clock and ours, ms. */
const slack = 5_000;

/** Orders still new after a table: later than the table and not in it. */
export const withoutShown = (known: NewOrders, gatheredAt: string, orders: ReadonlySet<string>): NewOrders => {
  const since = Date.parse(gatheredAt) - slack;
  const isLater = ({ at }: AnnouncedOrder) => Date.parse(at) > since;
  const all = [...known.announced];
  const settled = all.filter(([id, one]) => one.isIn === null && !isLater(one) && !orders.has(id));
  return {
    announced: new Map(all.filter(([id, one]) => isLater(one) && !orders.has(id))),
    missed: 0,
    passedBy: settled.length,
  };
};

const counted = (count: number): string => count.toLocaleString("en");
const newOrders = (count: number): string => `${counted(count)} new order${count === 1 ? "" : "s"}`;

/** `1 new order`, `1,201 new orders`; orders perhaps not in the report count as 'in the shop'. Empty if none. */
export const describeNewOrders = ({ announced, missed }: NewOrders): string => {
  const all = [...announced.values()];
  const inReport = all.filter(({ isIn }) => isIn === true).length;
  const inShop = all.filter(({ isIn }) => isIn === null).length + missed;
  if (inShop === 0) return inReport === 0 ? "" : newOrders(inReport);
  return inReport === 0
    ? `${newOrders(inShop)} in the shop`
    : `${newOrders(inReport)}, ${counted(inShop)} more in the shop`;
};

/** Text about counted orders that the next table didn't show; empty if none. */
export const describePassedBy = ({ passedBy }: NewOrders): string =>
  passedBy === 0 ? "" : `${newOrders(passedBy)} in the shop ${passedBy === 1 ? "is" : "are"} not in this report.`;
