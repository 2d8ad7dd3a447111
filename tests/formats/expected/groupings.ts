import type { DemoFulfillment } from "#demo-store/generate/delivery-types.ts";
import type { DemoLineItem, DemoOrder } from "#demo-store/generate/types.ts";
import { cellOfDecimal, decimal, sum } from "#tests/acceptance/expected/decimal.ts";
import { type ColumnFacts, dayOf, type Line } from "./columns.ts";
import { distinct, type Meant, textOf } from "./meaning.ts";

/** Rows of each grouping and the words by which they come to their values, a second time (P-6, R-28, R-37). */

/** The part of an order on one worksheet. */
export type Kept = { order: DemoOrder; lines: DemoLineItem[] };

type Bundle = { title: string; units: number; parent: string | null };
/** The data of a row. */
export type Scope = {
  /** null where it is of several. */
  order: DemoOrder | null;
  lines: Line[];
  sent?: { fulfillment: DemoFulfillment; before: number; here: number };
  bundle?: Bundle | undefined;
};

const linesOf = ({ order, lines }: Kept): Line[] => lines.map((line) => ({ order, line }));

const sentOf = ({ fulfillments }: DemoOrder): DemoFulfillment[] =>
  fulfillments
    .filter(({ status }) => status !== "CANCELLED")
    .toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));

const fulfillmentRows = (kept: Kept): Scope[] => {
  const before = new Map<string, number>();
  return sentOf(kept.order).flatMap((fulfillment) =>
    linesOf(kept).flatMap((line) => {
      const own = fulfillment.fulfillmentLineItems.filter(({ lineItem }) => lineItem.id === line.line.id);
      if (own.length === 0) return [];
      const here = own.reduce((units, { quantity }) => units + quantity, 0);
      const sent = { fulfillment, before: before.get(line.line.id) ?? 0, here };
      before.set(line.line.id, sent.before + here);
      return [{ order: kept.order, lines: [line], sent }];
    }),
  );
};

const bundleId = ({ customAttributes }: DemoLineItem): string | null =>
  customAttributes.find(({ key }) => key === "_bundle_id")?.value ?? null;

const bundleOf = (line: DemoLineItem, { lineItems }: DemoOrder): (Bundle & { id: string }) | undefined => {
  const { lineItemGroup: group } = line;
  if (group) return { id: group.id, title: group.title, units: group.quantity, parent: null };
  const id = bundleId(line);
  const together = lineItems.filter((other) => other.lineItemGroup === null && id !== null && bundleId(other) === id);
  const [parent] = together;
  return parent === undefined || together.length === 1
    ? undefined
    : { id: parent.id, title: parent.title, units: parent.quantity, parent: parent.id };
};

const bundleRows = (kept: Kept): Scope[] => {
  const rows = new Map<string, Scope>();
  for (const line of linesOf(kept)) {
    const bundle = bundleOf(line.line, kept.order);
    const id = bundle?.id ?? line.line.id;
    const row = rows.get(id) ?? { order: kept.order, lines: [], bundle };
    row.lines.push(line);
    rows.set(id, row);
  }
  return [...rows.values()];
};

const { compare } = new Intl.Collator("el", { numeric: true });
/** Sorts in the shop's language, and by code point where that finds no difference. */
export const inGreek = (left: string, right: string): number =>
  compare(left, right) || (left < right ? -1 : left > right ? 1 : 0);

const asNumber = (id: string): number => Number(id.replace(/^.*\//, ""));

/** Rows over all orders by `keyOf`: days first where they are `ofDays`, then by the titles of the first line of each, then by id. */
const productRows = (
  all: readonly Kept[],
  keyOf: (line: Line) => string,
  { ofVariants, ofDays = false }: { ofVariants: boolean; ofDays?: boolean },
): Scope[] => {
  const rows = new Map<string, Line[]>();
  for (const line of all.flatMap(linesOf)) {
    const key = JSON.stringify([keyOf(line), ofDays ? dayOf(line) : null]);
    const known = rows.get(key);
    if (known) known.push(line);
    else rows.set(key, [line]);
  }
  const places = [...rows.values()].map((lines) => {
    const [first] = lines;
    if (first === undefined) throw new Error("A row has a line.");
    const variant = ofVariants ? (first.line.variantTitle ?? "") : "";
    return { lines, first: first.line, variant, day: ofDays ? (dayOf(first) ?? "\uffff") : "", key: keyOf(first) };
  });
  return places
    .sort(
      (one, other) =>
        (one.day < other.day ? -1 : one.day > other.day ? 1 : 0) ||
        inGreek(one.first.title, other.first.title) ||
        inGreek(one.variant, other.variant) ||
        asNumber(one.key) - asNumber(other.key),
    )
    .map(({ lines }) => ({ order: null, lines }));
};
const variantOf = ({ line }: Line): string =>
  line.variant?.id ?? JSON.stringify([line.title, line.variantTitle, line.sku]);
const productOf = ({ line }: Line): string => line.product?.id ?? line.title;

/** The rows of one worksheet, by the name of the grouping. */
export const rowsOf: Readonly<Record<string, (all: readonly Kept[]) => Scope[]>> = {
  Orders: (all) => all.flatMap((kept) => linesOf(kept).map((line) => ({ order: kept.order, lines: [line] }))),
  OnePerOrder: (all) => all.map((kept) => ({ order: kept.order, lines: linesOf(kept) })),
  Fulfillments: (all) => all.flatMap(fulfillmentRows),
  BundleAndCustomizer: (all) => all.flatMap(bundleRows),
  ProductVariants: (all) => productRows(all, variantOf, { ofVariants: true }),
  ProductCombined: (all) => productRows(all, productOf, { ofVariants: false }),
  MassConstructionMealPrep: (all) => productRows(all, variantOf, { ofVariants: true, ofDays: true }),
};

const one = 100_000_000n;
/** Half away from zero, to so many places. */
const divided = (amount: bigint, by: bigint, places: number): bigint => {
  const unit = 10n ** BigInt(8 - places);
  return ((2n * amount + by * unit) / (2n * by * unit)) * unit;
};

const counted = (title: string, units: number): string => `${title} × ${units}`;
const chosenFor = ({ customAttributes }: DemoLineItem): string[] =>
  customAttributes.flatMap(({ key, value }) => (key.startsWith("_") || !value?.trim() ? [] : [`${key}: ${value}`]));

/** The title of a row of BundleAndCustomizer. Its parts are below. */
const listedTitle = ({ lines, bundle }: Scope): string =>
  bundle === undefined
    ? lines.flatMap(({ line }) => [line.title, ...chosenFor(line)]).join("\n")
    : [
        counted(bundle.title, bundle.units),
        ...lines.flatMap(({ line }) => [
          ...(line.id === bundle.parent ? [] : [`• ${counted(line.name, line.quantity)}`]),
          ...chosenFor(line),
        ]),
      ].join("\n");

const valuesIn = ({ reading }: ColumnFacts, { order, lines, sent }: Scope): (string | null | undefined)[] => {
  switch (reading.of) {
    case "line":
      return lines.map(reading.read);
    case "order":
      return order ? [reading.read(order)] : lines.map((line) => reading.read(line.order));
    case "fulfillment": {
      const own = sent
        ? [sent.fulfillment]
        : order
          ? order.fulfillments.filter(({ status }) => status !== "CANCELLED")
          : [];
      return own.flatMap(reading.read);
    }
    case "nothing":
      return [];
  }
};

const numberOf = (amount: bigint): Meant => ({ kind: "number", decimal: cellOfDecimal(amount) });
const unitsOf = ({ lines }: Scope): bigint => BigInt(lines.reduce((units, { line }) => units + line.quantity, 0));

const numberCell = (column: ColumnFacts, word: string, scope: Scope): Meant => {
  const values = valuesIn(column, scope).map((value) => decimal(value ?? "0"));
  const [first = 0n] = values;
  const { sent, lines, bundle } = scope;
  const [line] = lines;
  switch (word) {
    case "fulfilled":
      return numberOf(BigInt(sent?.here ?? 0) * one);
    case "prorate": {
      const units = BigInt(line?.line.quantity ?? 0);
      const until = (count: number) => (BigInt(count) >= units ? first : divided(first * BigInt(count), units, 2));
      return numberOf(until((sent?.before ?? 0) + (sent?.here ?? 0)) - until(sent?.before ?? 0));
    }
    case "wavg":
    case "perBundle": {
      if (word === "perBundle" && bundle === undefined) return numberOf(first);
      const worth = sum(values.map((value, place) => value * BigInt(lines[place]?.line.quantity ?? 0)));
      return numberOf(divided(worth, word === "wavg" ? unitsOf(scope) : BigInt(bundle?.units ?? 0), 4));
    }
    case "sum":
      return numberOf(sum(values));
    default:
      return numberOf(first);
  }
};

/** The cell of a column in a row, by the word that its grouping has for it. */
export const cellOf = (column: ColumnFacts, word: string, scope: Scope): Meant => {
  if (word === "blank") return null;
  if (column.kind === "number") return numberCell(column, word, scope);
  const values = distinct(valuesIn(column, scope));
  const [first] = values;
  if (column.kind === "instant") {
    const latest = word === "max" ? values.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] : first;
    return latest === undefined ? null : { kind: "instant", at: latest };
  }
  const shown = word === "first" ? values.slice(0, 1) : values;
  if (column.kind === "addresses") return shown.length === 0 ? null : { kind: "addresses", urls: shown };
  return word === "listed" ? textOf(listedTitle(scope)) : textOf(shown.join(", "));
};
