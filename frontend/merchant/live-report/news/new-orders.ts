import type { LiveArrival, LiveArrivals } from "#domain/wire/live.ts";

/** `at`: the announcement (ISO). `isIn`: the report would show it; null means unknown. */
type AnnouncedOrder = { at: string; isIn: boolean | null };

/**
 * New orders that the table doesn't show yet, by number. `missed`: further ones without a number, possibly not in the
 * report. `passedBy`: number of uncertain ones that the next table lacked.
 */
export type NewOrders = { announced: ReadonlyMap<string, AnnouncedOrder>; missed: number; passedBy: number };

export const noNewOrders: NewOrders = { announced: new Map(), missed: 0, passedBy: 0 };

/** False if nothing changed. An order is new only once, but a change may add it to the report or remove it. */
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

/** Orders still new after a table: later than it and not in it. */
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

/**
 * New orders that the report would show: `1 new order`, `1,201 new orders`. Uncertain ones count as being in the shop.
 * Empty if none.
 */
export const describeNewOrders = ({ announced, missed }: NewOrders): string => {
  const all = [...announced.values()];
  const inReport = all.filter(({ isIn }) => isIn === true).length;
  const inShop = all.filter(({ isIn }) => isIn === null).length + missed;
  if (inShop === 0) return inReport === 0 ? "" : newOrders(inReport);
  return inReport === 0
    ? `${newOrders(inShop)} in the shop`
    : `${newOrders(inReport)}, ${counted(inShop)} more in the shop`;
};

/** Counted orders that were then not shown; empty if none. */
export const describePassedBy = ({ passedBy }: NewOrders): string =>
  passedBy === 0 ? "" : `${newOrders(passedBy)} in the shop ${passedBy === 1 ? "is" : "are"} not in this report.`;
