import type { LiveArrival, LiveArrivals } from "#domain/wire/live.ts";

/** A new order, when it was told of (ISO instant), and whether the report would show it; null: nobody knows. */
type Heard = { at: string; isIn: boolean | null };

/**
 * New orders that the table does not show yet, by their numbers; `missed`: more that have no number here, of which nobody knows whether the report would show them.
 * `passedBy`: so many of whom that was not known were not in the table that came next.
 */
export type NewOrders = { heard: ReadonlyMap<string, Heard>; missed: number; passedBy: number };

export const noNews: NewOrders = { heard: new Map(), missed: 0, passedBy: 0 };

/** An order is new once, however often it is told of; a change may bring it into the report, or out of it. */
const afterOne = (heard: Map<string, Heard>, { Id, Kind, At, InReport }: LiveArrival): boolean => {
  const known = heard.get(Id);
  if (Kind === "new" ? known !== undefined : known === undefined || InReport === null) return false;
  heard.set(Id, { at: known?.at ?? At, isIn: InReport });
  return true;
};

/** What is new once more was told. */
export const withTold = (known: NewOrders, { Orders, Missed }: LiveArrivals): NewOrders => {
  const heard = new Map(known.heard);
  const isOther = Orders.filter((order) => afterOne(heard, order)).length > 0;
  return isOther || Missed > 0 ? { heard, missed: known.missed + Missed, passedBy: 0 } : known;
};

/** Between the store's clock and ours, in milliseconds. */
const slack = 5_000;

/** What of it is still new once a table was shown: orders of later than it was gathered that are not in it. */
export const afterTable = (known: NewOrders, gatheredAt: string, orders: ReadonlySet<string>): NewOrders => {
  const since = Date.parse(gatheredAt) - slack;
  const isLater = ({ at }: Heard) => Date.parse(at) > since;
  const all = [...known.heard];
  const settled = all.filter(([id, one]) => one.isIn === null && !isLater(one) && !orders.has(id));
  return {
    heard: new Map(all.filter(([id, one]) => isLater(one) && !orders.has(id))),
    missed: 0,
    passedBy: settled.length,
  };
};

const counted = (count: number): string => count.toLocaleString("en");
const newOrders = (count: number): string => `${counted(count)} new order${count === 1 ? "" : "s"}`;

/**
 * `1 new order`, `1,201 new orders` of those that the report would show; of those of whom nobody knows, that they are in the shop. Empty when there is none.
 */
export const newsWords = ({ heard, missed }: NewOrders): string => {
  const all = [...heard.values()];
  const inReport = all.filter(({ isIn }) => isIn === true).length;
  const inShop = all.filter(({ isIn }) => isIn === null).length + missed;
  if (inShop === 0) return inReport === 0 ? "" : newOrders(inReport);
  return inReport === 0
    ? `${newOrders(inShop)} in the shop`
    : `${newOrders(inReport)}, ${counted(inShop)} more in the shop`;
};

/** Says where the orders are that were counted and then not shown; empty when there are none. */
export const passedByWords = ({ passedBy }: NewOrders): string =>
  passedBy === 0 ? "" : `${newOrders(passedBy)} in the shop ${passedBy === 1 ? "is" : "are"} not in this report.`;
