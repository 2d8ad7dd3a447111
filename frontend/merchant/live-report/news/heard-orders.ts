/** An order that the platform told of. `At`: ISO instant. */
export type ToldOrder = { Id: string; Kind: "new" | "changed"; At: string };

/** Of `event: orders`. `Missed`: so many more were new than an event has room for. */
export type OrdersTold = { Orders: ToldOrder[]; Missed: number };

/** New orders that the table does not show yet, by their numbers, each with when it was told of; `missed`: more that have no number here. */
export type NewOrders = { at: ReadonlyMap<string, string>; missed: number };

export const noNews: NewOrders = { at: new Map(), missed: 0 };

/** What is new once more was told. An order is new once, however often it is told of. */
export const withTold = (known: NewOrders, { Orders, Missed }: OrdersTold): NewOrders => {
  const fresh = Orders.filter(({ Id, Kind }) => Kind === "new" && !known.at.has(Id));
  if (fresh.length === 0 && Missed === 0) return known;
  return { at: new Map([...known.at, ...fresh.map(({ Id, At }) => [Id, At] as const)]), missed: known.missed + Missed };
};

/** Between the store's clock and ours, in milliseconds. */
const slack = 5_000;

/** What of it is still new once a table was shown: orders of later than it was gathered that are not in it. */
export const afterTable = (known: NewOrders, gatheredAt: string, orders: ReadonlySet<string>): NewOrders => {
  const since = Date.parse(gatheredAt) - slack;
  return { at: new Map([...known.at].filter(([id, at]) => Date.parse(at) > since && !orders.has(id))), missed: 0 };
};

/** `1 new order`, `1,201 new orders`; empty when there is none. */
export const newsWords = ({ at, missed }: NewOrders): string => {
  const count = at.size + missed;
  if (count === 0) return "";
  return `${count.toLocaleString("en")} new order${count === 1 ? "" : "s"}`;
};
