/**
 * An order of a report that the platform failed to give in full (ADR 107). `columns`: titles of those that lack it, ten at most, and `more` others; none
 * where only the filter or the rows do. `leftOut`: it has no row, since nobody can say which it would have; else its cells say so.
 */
export type UnreadOrder = { id: string; name: string; columns: string[]; more?: number; leftOut: boolean };

const mostNamed = 10;

/** @param titles of all columns that lack it */
export const unreadOrder = (
  { id, name }: { id: string; name?: string | undefined },
  titles: readonly string[],
  leftOut: boolean,
): UnreadOrder => ({
  id,
  name: name ?? id.replace(/^.*\//, ""),
  columns: titles.slice(0, mostNamed),
  ...(titles.length > mostNamed && { more: titles.length - mostNamed }),
  leftOut,
});

const columnsIn = ({ columns, more = 0 }: Pick<UnreadOrder, "columns" | "more">): string => {
  const named = columns.map((title) => `“${title}”`).join(", ");
  return more === 0 ? named : `${named} and ${more} more ${more === 1 ? "column" : "columns"}`;
};

/** `“Total” couldn't be read from your store.` */
const unreadIn = (lacks: Pick<UnreadOrder, "columns" | "more">): string =>
  `${lacks.columns.length === 0 ? "what this report needs of it" : columnsIn(lacks)} couldn't be read from your store.`;

type Told = Omit<UnreadOrder, "id">;

/** A sentence for each order that could not be read in full, as files, mails and screens say it. */
export const unreadNotes = (unread: readonly Told[]): string[] =>
  unread.map((order) =>
    order.leftOut
      ? `Without ${order.name}: ${unreadIn(order)}`
      : `Order ${order.name}: ${unreadIn(order)} The cells say so.`,
  );

const mostAtOnce = 3;

/** The same where there is little room: the first three, and how many others there are. */
export const briefUnreadNotes = (unread: readonly Told[]): string[] => {
  const more = unread.length - mostAtOnce;
  const others = more > 0 ? [`${more} more ${more === 1 ? "order" : "orders"} couldn't be read from your store.`] : [];
  return [...unreadNotes(unread.slice(0, mostAtOnce)), ...others];
};

/** Why there is no report of them yet. */
export const unreadReason = (unread: readonly Told[]): string =>
  unread.map((order) => `Order ${order.name}: ${unreadIn(order)}`).join(" ");
