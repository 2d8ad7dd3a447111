import { orderNumberId } from "../generate/ids.ts";
import type { DemoShop } from "../generate/shops.ts";
import { fieldNamed, type SearchContext, type TermTest } from "./fields.ts";
import { parseSearch, type SearchNode } from "./parse.ts";
import { type SearchDetails, type SearchRecord, searchDetailsAt, searchRecordAt } from "./search-record.ts";
import type { NumberRange } from "./values.ts";

type SearchWarning = { field: string; message: string; code: "invalid_field" | "invalid_value" };

export type CompiledSearch = {
  /** Only orders with an index in [from, to) can match. */
  from: number;
  to: number;
  /** Null if all of them match. */
  test: ((index: number) => boolean) | null;
  warnings: SearchWarning[];
  /** The terms, as the platform echoes them beside a warning. */
  parsed: unknown;
  /** True if the search has an id term, which changes the form of cursors. */
  byId: boolean;
};

type Range = { kind: "range"; from: number; to: number };
type Compiled = Range | { kind: "test"; test: (index: number) => boolean };

const NOTHING: Range = { kind: "range", from: 0, to: 0 };

/** The orders to search, by index: oldest first, with increasing ids. */
export type SearchedOrders = {
  count: number;
  recordAt: (index: number) => SearchRecord;
  detailsAt: (index: number) => SearchDetails;
  /** Number of orders created before an instant, epoch ms. */
  countBefore: (instant: number) => number;
  idAt: (index: number) => number;
};

const indexAtId = ({ count, idAt }: SearchedOrders, id: number): number => {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (idAt(middle) < id) low = middle + 1;
    else high = middle;
  }
  return low;
};

const testOf = (compiled: Compiled): ((index: number) => boolean) =>
  compiled.kind === "test" ? compiled.test : (index) => index >= compiled.from && index < compiled.to;

const intersect = (parts: readonly Compiled[], count: number): Compiled => {
  let from = 0;
  let to = count;
  const tests: ((index: number) => boolean)[] = [];
  for (const part of parts) {
    if (part.kind === "test") tests.push(part.test);
    else {
      from = Math.max(from, part.from);
      to = Math.min(to, part.to);
    }
  }
  const range: Range = { kind: "range", from, to: Math.max(from, to) };
  if (tests.length === 0) return range;
  return { kind: "test", test: (index) => index >= from && index < to && tests.every((test) => test(index)) };
};

const echo = (node: SearchNode | null): unknown => {
  if (node === null) return {};
  if (node.kind === "and") return { and: node.nodes.map(echo) };
  if (node.kind === "or") return { or: node.nodes.map(echo) };
  if (node.kind === "not") return { not: echo(node.node) };
  const key = { "=": "match_all", "<": "range_lt", "<=": "range_lte", ">": "range_gt", ">=": "range_gte" }[
    node.comparator
  ];
  return { field: node.field ?? "default", [key]: node.value };
};

/**
 * Compiles a search. As on the platform, an unknown field is ignored and an invalid value finds nothing, each with a
 * warning (P-4.2).
 */
export const compileSearchOver = (orders: SearchedOrders, query: string, context: SearchContext): CompiledSearch => {
  const { count, recordAt, detailsAt } = orders;
  const warnings: SearchWarning[] = [];
  let byId = false;

  const indexRange = (values: NumberRange, indexOf: (value: number) => number): Range => ({
    kind: "range",
    from: values.from === Number.NEGATIVE_INFINITY ? 0 : Math.min(count, indexOf(values.from)),
    to: values.to === Number.POSITIVE_INFINITY ? count : Math.min(count, indexOf(values.to)),
  });
  const compileTest = (termTest: TermTest): Compiled => {
    if (termTest.target === "record") return { kind: "test", test: (index) => termTest.test(recordAt(index)) };
    if (termTest.target === "details") return { kind: "test", test: (index) => termTest.test(detailsAt(index)) };
    if (termTest.target === "createdAt") return indexRange(termTest.range, orders.countBefore);
    byId = true;
    return indexRange(termTest.range, (id) => indexAtId(orders, id));
  };
  const compile = (node: SearchNode): Compiled | null => {
    if (node.kind === "term") {
      const field = fieldNamed(node.field);
      const name = node.field ?? "default";
      if (!field) {
        warnings.push({ field: name, message: "Invalid search field for this query.", code: "invalid_field" });
        return null;
      }
      const termTest = field(node, context);
      if (termTest) return compileTest(termTest);
      warnings.push({
        field: name,
        message: `Input \`${node.value}\` is not an accepted value.`,
        code: "invalid_value",
      });
      return NOTHING;
    }
    if (node.kind === "not") {
      const inner = compile(node.node);
      if (inner === null) return null;
      const test = testOf(inner);
      return { kind: "test", test: (index) => !test(index) };
    }
    const parts = node.nodes.map(compile).filter((part) => part !== null);
    if (parts.length === 0) return null;
    if (node.kind === "and") return intersect(parts, count);
    const tests = parts.map(testOf);
    return { kind: "test", test: (index) => tests.some((test) => test(index)) };
  };
  /** Index bounds from the top-level terms joined by AND. */
  const bounds = (node: SearchNode | null): Range => {
    const none: Range = { kind: "range", from: 0, to: count };
    const terms = node?.kind === "and" ? node.nodes : node ? [node] : [];
    const ranges = terms.flatMap((term): Range[] => {
      const termTest = term.kind === "term" ? fieldNamed(term.field)?.(term, context) : null;
      const compiled = termTest ? compileTest(termTest) : null;
      return compiled?.kind === "range" ? [compiled] : [];
    });
    const joined = intersect(ranges, count);
    return joined.kind === "range" ? joined : none;
  };

  const tree = parseSearch(query);
  const compiled = tree ? compile(tree) : null;
  const { from, to } = compiled?.kind === "range" ? compiled : bounds(tree);
  return { from, to, test: compiled?.kind === "test" ? compiled.test : null, warnings, parsed: echo(tree), byId };
};

/** Searches a shop's first `count` orders. */
export const compileSearch = (shop: DemoShop, query: string, count: number, context: SearchContext): CompiledSearch =>
  compileSearchOver(
    {
      count,
      recordAt: (index) => searchRecordAt(shop, index),
      detailsAt: (index) => searchDetailsAt(shop, index),
      countBefore: (instant) => shop.timeline.countBefore(instant),
      idAt: (index) => orderNumberId(shop.seed, index),
    },
    query,
    context,
  );
