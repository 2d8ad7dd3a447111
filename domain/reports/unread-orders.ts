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
type Alike = Omit<Told, "name"> & { names: string[] };

/** Orders that lack the same, in the order of the first of each. */
const alike = (unread: readonly Told[]): Alike[] => {
  const groups = new Map<string, Alike>();
  for (const { name, ...lacks } of unread) {
    const key = JSON.stringify([lacks.leftOut, lacks.columns, lacks.more]);
    const known = groups.get(key);
    if (known) known.names.push(name);
    else groups.set(key, { ...lacks, names: [name] });
  }
  return [...groups.values()];
};

/** `#1042, #1050 and #1051`. */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

const orders = (names: readonly string[]): string => `${names.length === 1 ? "Order" : "Orders"} ${listed(names)}`;

const noteOf = ({ names, ...lacks }: Alike): string =>
  lacks.leftOut
    ? `Without ${listed(names)}: ${unreadIn(lacks)}`
    : `${orders(names)}: ${unreadIn(lacks)} The cells say so.`;

/** Sentences that name all orders that could not be read in full, as files and mails say it: one for those that lack the same. */
export const unreadNotes = (unread: readonly Told[]): string[] => alike(unread).map(noteOf);

const mostAtOnce = 3;

/** The same where there is little room: the first three sentences, and how many other orders there are. */
export const briefUnreadNotes = (unread: readonly Told[]): string[] => {
  const all = alike(unread);
  const more = all.slice(mostAtOnce).reduce((sum, { names }) => sum + names.length, 0);
  const others = more > 0 ? [`${more} more ${more === 1 ? "order" : "orders"} couldn't be read from your store.`] : [];
  return [...all.slice(0, mostAtOnce).map(noteOf), ...others];
};

/** Why there is no report of them yet. */
export const unreadReason = (unread: readonly Told[]): string =>
  alike(unread)
    .map(({ names, ...lacks }) => `${orders(names)}: ${unreadIn(lacks)}`)
    .join(" ");
