import type { DemoLineItem, DemoOrder } from "#demo-store/generate/types.ts";
import { Grouping, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import { decimal } from "#tests/acceptance/expected/decimal.ts";
import { keepsLine, keepsOrder } from "#tests/acceptance/expected/filters.ts";
import { designOf } from "../designs.ts";
import type { ReportCase } from "../factors.ts";
import { filters } from "../filters.ts";
import { type ColumnFacts, factsOf } from "./columns.ts";
import { cellOf, inGreek, type Kept, rowsOf } from "./groupings.ts";
import { distinct, type Meant, type MeantRow, type MeantSheet } from "./meaning.ts";

/** A whole report, a second time: filter, split, group, sort, amounts of an order once. */

type Texts = readonly (string | null | undefined)[];
const orderTexts: Readonly<Record<string, (order: DemoOrder) => Texts>> = {
  OrderTags: ({ tags }) => tags,
  CustomerTags: ({ customer }) => customer?.tags ?? [],
  BillingCountry: ({ billingAddress }) => [billingAddress?.country],
  Province: ({ shippingAddress }) => [shippingAddress?.province],
  BillingProvince: ({ billingAddress }) => [billingAddress?.province],
  OrderId: ({ legacyResourceId }) => [legacyResourceId],
  ShippingLinesTitle: ({ shippingLines }) => shippingLines.map(({ title }) => title),
  City: ({ shippingAddress }) => [shippingAddress?.city],
  BillingCity: ({ billingAddress }) => [billingAddress?.city],
  SalesChannel: ({ attribution }) => [attribution?.displayName],
};
const lineTexts: Readonly<Record<string, (line: DemoLineItem) => Texts>> = {
  ProductTags: ({ product }) => product?.tags ?? [],
  ProductTitle: ({ title }) => [title],
  Vendor: ({ vendor }) => [vendor],
  Sku: ({ sku }) => [sku],
  ProductType: ({ product }) => [product?.productType],
};

const sheetsOf = (texts: Texts): string[] => {
  const names = distinct(texts.map((text) => text?.trim()));
  return names.length === 0 ? ["Other"] : names;
};

const nameIn = (names: Readonly<Record<string, unknown>>, value: unknown): string => {
  const found = Object.entries(names).find(([, one]) => one === value);
  if (found === undefined) throw new Error(`${String(value)} has no name.`);
  return found[0];
};

/** The included orders by worksheet, in the order of the worksheet names. */
const split = (all: readonly Kept[], splitter: WorksheetSplitter): [string | null, Kept[]][] => {
  if (splitter === WorksheetSplitter.None) return [[null, [...all]]];
  const name = nameIn(WorksheetSplitter, splitter);
  const sheets = new Map<string, Kept[]>();
  const put = (sheet: string, kept: Kept) => {
    const own = sheets.get(sheet);
    if (own) own.push(kept);
    else sheets.set(sheet, [kept]);
  };
  for (const { order, lines } of all) {
    const ofOrder = orderTexts[name];
    const ofLine = lineTexts[name];
    if (ofOrder) for (const sheet of sheetsOf(ofOrder(order))) put(sheet, { order, lines });
    else if (ofLine) {
      const names = distinct(lines.flatMap((line) => sheetsOf(ofLine(line))));
      for (const sheet of names)
        put(sheet, { order, lines: lines.filter((line) => sheetsOf(ofLine(line)).includes(sheet)) });
    } else throw new Error(`The expectation knows no splitter ${name}.`);
  }
  const isOther = (sheet: string | null) => Number(sheet === "Other");
  return [...sheets].sort(([one], [other]) => isOther(one) - isOther(other) || inGreek(one, other));
};

/** Below 0, 0 or above; empty cells last, whichever the direction. */
const compareCells = (one: Meant, other: Meant, descending: boolean): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const sign = descending ? -1 : 1;
  if (one.kind === "text" && other.kind === "text") return sign * inGreek(one.text, other.text);
  if (one.kind === "instant" && other.kind === "instant") return sign * (Date.parse(one.at) - Date.parse(other.at));
  if (one.kind === "number" && other.kind === "number") {
    const difference = decimal(one.decimal) - decimal(other.decimal);
    return sign * (difference < 0n ? -1 : difference > 0n ? 1 : 0);
  }
  throw new Error("A column that sorts has cells of one kind.");
};

/** Results of the formulas of the design `formulas`, by hand; `index` counts rows from 0. */
const computedCells = (cells: readonly Meant[], index: number): Meant[] => {
  const [, title, units, amount] = cells;
  if (title?.kind !== "text" || units?.kind !== "number" || amount?.kind !== "number")
    throw new Error("The formulas are of a title, units and an amount.");
  const row = index + 2;
  const cents = (text: string): number => Math.round(Number(text) * 100);
  const inUnits = (hundredths: number) => ({ kind: "number" as const, decimal: String(hundredths / 100) });
  return [
    { kind: "computed", result: inUnits(2 * cents(amount.decimal) + 50), formula: `D${row}*2+0.5` },
    {
      kind: "computed",
      result: { kind: "text", text: `${title.text} x ${units.decimal}` },
      formula: `B${row}&" x "&C${row}`,
    },
    {
      kind: "computed",
      result: { kind: "text", text: Number(units.decimal) > 1 ? "several" : "one" },
      formula: `IF(C${row}>1,"several","one")`,
    },
    {
      kind: "computed",
      result: inUnits(cents(units.decimal) + cents(amount.decimal)),
      formula: `SUM(C${row}:D${row})`,
    },
  ];
};

export type MeantReport = {
  /** The columns that the grouping allows, in file order. */
  columns: (ColumnFacts & { place: number })[];
  sheets: MeantSheet[];
  /** Orders that the filter keeps. */
  orders: number;
};

/**
 * The expected file of a case, for orders that come newest first. `letters`: applies the letter settings to a text,
 * before formulas read it.
 */
export const meantReport = (
  report: ReportCase,
  orders: readonly DemoOrder[],
  moment: { now: string; zone: string },
  letters: (text: string) => string,
): MeantReport => {
  const conditions = filters[report.filter];
  const kept = orders.flatMap((order): Kept[] => {
    if (conditions === null) return [{ order, lines: order.lineItems }];
    const lines = order.lineItems.filter((line) => keepsLine(conditions, moment, order, line));
    return keepsOrder(conditions, moment, order) && lines.length > 0 ? [{ order, lines }] : [];
  });
  const grouping = nameIn(Grouping, report.grouping);
  const design = designOf(report.design);
  const columns = design.columns
    .map(({ column }, place) => ({ ...factsOf(column), place }))
    .filter(({ wordIn }) => wordIn(grouping) !== null);
  const sorting = design.sortedBy && factsOf(design.sortedBy.column);
  // A column that the grouping does not allow does not sort.
  const sortingWord = sorting?.wordIn(grouping) ?? null;
  const rows = rowsOf[grouping];
  if (rows === undefined) throw new Error(`The expectation knows no grouping ${grouping}.`);

  const sheets = split(kept, report.splitter).map(([name, own]): MeantSheet => {
    const scopes = rows(own);
    const keyed = scopes.map((scope) => ({
      scope,
      key: sorting && sortingWord ? cellOf(sorting, sortingWord, scope) : null,
    }));
    if (sortingWord) keyed.sort((a, b) => compareCells(a.key, b.key, design.sortedBy?.sorting === Sorting.Descending));
    const seen = new Set<string>();
    return {
      name,
      orders: own.length,
      rows: keyed.map(({ scope }, index): MeantRow => {
        const first = scope.order === null || !seen.has(scope.order.id);
        if (scope.order) seen.add(scope.order.id);
        const cells = columns.map((column): Meant => {
          const word = column.wordIn(grouping) ?? "";
          if (word === "orderOnce" && !first) return null;
          const cell = cellOf(column, word, scope);
          return cell?.kind === "text" && column.prose ? { kind: "text", text: letters(cell.text) } : cell;
        });
        const whole = report.design === "formulas" ? [...cells.slice(0, 4), ...computedCells(cells, index)] : cells;
        return { order: scope.order?.id ?? null, cells: whole };
      }),
    };
  });
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  return {
    columns,
    sheets: filled.length > 0 ? filled : [{ name: null, orders: kept.length, rows: [] }],
    orders: kept.length,
  };
};
