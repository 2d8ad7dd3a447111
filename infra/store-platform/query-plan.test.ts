import { readFileSync } from "node:fs";
import fc from "fast-check";
import { buildSchema, Kind, type OperationDefinitionNode, parse, type SelectionSetNode } from "graphql";
import { describe, expect, it } from "vitest";
import { planCost, requestedCost } from "#demo-store/graphql/cost.ts";
import { catalogue, columnByKey } from "#domain/columns/catalogue.ts";
import type { ColumnDefinition } from "#domain/columns/definition.ts";
import { everyColumn } from "#domain/designs/every-column-for-tests.ts";
import { groupingsOffered } from "#domain/designs/validate.ts";
import { ColumnCategory, type Grouping, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import { compileOrdersFilter } from "#domain/export/orders-filter.ts";
import { sievers } from "#domain/filters/sievers.ts";
import { metafieldField } from "#domain/orders/metafields.ts";
import { createReport } from "#domain/reports/report.ts";
import { computeConnectionCost, computeInnerCost, costBudget, costOfSearch } from "./calls/cost.ts";
import { scopesCost } from "./calls/scopes.ts";
import { followDocument, ordersDocument, partDocument } from "./documents/document.ts";
import { buildSelection } from "./documents/selection.ts";
import { splitFields } from "./documents/split-fields.ts";
import { pageSizes, planPages, smallestPages } from "./page-plan.ts";

/** A report's queries ask for no more than it needs, in the largest pages that the cost limit allows. */

const schema = buildSchema(readFileSync(new URL("../../demo-store/schema.graphql", import.meta.url), "utf8"), {
  assumeValid: true,
});
const operationOf = (document: string): OperationDefinitionNode => {
  const [operation] = parse(document).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error("There is no query.");
  return operation;
};
/** Points as the platform counts them, by code that shares nothing with ours. */
const costOf = (document: string, first: number): number => {
  const variables = { sources: {}, coerced: { first } } as never;
  return requestedCost(planCost(schema, parse(document), operationOf(document), variables));
};

/** Field paths that a document requests for each order. */
const leavesOf = (set: SelectionSetNode | undefined, path: string[] = []): string[] =>
  (set?.selections ?? []).flatMap((one) => {
    if (one.kind === Kind.INLINE_FRAGMENT)
      return leavesOf(one.selectionSet, [...path, `(${one.typeCondition?.name.value})`]);
    if (one.kind !== Kind.FIELD) return [];
    const here = [...path, one.alias?.value ?? one.name.value];
    return one.selectionSet ? leavesOf(one.selectionSet, here) : [here.join(".")];
  });
const isOfPaging = (path: string) => /(^|\.)(id|__typename|pageInfo\.(hasNextPage|endCursor))$/.test(path);
const askedOf = (document: string): string[] =>
  leavesOf(operationOf(document).selectionSet)
    .filter((path) => path.startsWith("orders.nodes."))
    .map((path) => path.slice("orders.nodes.".length))
    .filter((path) => !isOfPaging(path));

type ReportOptions = {
  keys: readonly string[];
  grouping: Grouping;
  splitter?: WorksheetSplitter;
  sortedBy?: string | null;
  sievers?: readonly number[];
};
const fieldsOf = ({
  keys,
  grouping,
  splitter = WorksheetSplitter.None,
  sortedBy = null,
  sievers: codes = [],
}: ReportOptions) => {
  const wanted = new Set(keys);
  const report = createReport({
    design: {
      grouping,
      splitter,
      sortedBy: sortedBy === null ? null : { column: sortedBy, sorting: Sorting.Ascending },
      columns: everyColumn.filter(({ column }) => wanted.has(column)),
    },
    columnByKey,
    context: {} as never,
    locale: "en",
  });
  const filter = compileOrdersFilter({
    filter: {
      ...{ financial_status: 0, fulfillment_status: 0, order_status: 0 },
      sievers: Object.fromEntries(codes.map((code) => [code, ["*"]])),
    } as never,
    selectedOrderIds: [],
    requestedAt: "2026-11-20T12:00:00Z",
    shop: { ianaTimezone: "UTC" },
  });
  return [...new Set([...report.fields, ...filter.fields])];
};

/** Problems with this report's page query. */
const findProblems = (wish: ReportOptions): string[] => {
  const fields = fieldsOf(wish);
  const needed = new Set([
    ...fieldsOf({ keys: [], grouping: wish.grouping }),
    ...wish.keys.flatMap((key) => fieldsOf({ keys: [key], grouping: wish.grouping })),
    ...fieldsOf({ ...wish, keys: [] }),
  ]);
  const [paths = [], ...further] = splitFields(["id", ...fields]);
  const selection = buildSelection(paths);
  const plan = planPages(selection);
  const document = ordersDocument(selection, plan.firstOf);
  const cost = costOf(document, plan.first);
  const larger = pageSizes[pageSizes.indexOf(plan.first) - 1];
  const fits =
    larger !== undefined && scopesCost + computeConnectionCost(larger, selection, plan.firstOf) <= costBudget;
  const asked = askedOf(document);
  return [
    ...(cost === plan.cost ? [] : [`costs ${cost}, not ${plan.cost}`]),
    ...(cost <= 900 ? [] : [`costs ${cost}`]),
    ...(fits ? [`has room for ${larger} orders`] : []),
    ...(further.length === 0 ? [] : ["is split"]),
    ...asked.filter((path) => !needed.has(path)).map((path) => `asks for ${path}`),
    ...[...needed].filter((path) => !isOfPaging(path) && !asked.includes(path)).map((path) => `lacks ${path}`),
  ].map((wrong) => `${wish.keys.join(" ")} in ${wish.grouping}: ${wrong}`);
};
const inEveryGrouping = (columns: readonly ColumnDefinition[]) =>
  groupingsOffered.flatMap((grouping) => findProblems({ keys: columns.map(({ key }) => key), grouping }));

describe("A query for a page of orders requests what the report needs, for at most 900 points,", () => {
  it("for every single column", () => {
    expect(catalogue.flatMap((column) => inEveryGrouping([column]))).toEqual([]);
  });

  it("for every pair of categories, and for all columns together", () => {
    const categories = Object.values(ColumnCategory);
    const pairs = categories.flatMap((one, at) => categories.slice(at + 1).map((other) => [one, other]));
    const sets = pairs.map((pair) => catalogue.filter(({ category }) => pair.includes(category)));
    expect([...sets, catalogue].flatMap(inEveryGrouping)).toEqual([]);
  });

  it("for 500 random sets, sorted, split and filtered", () => {
    const keys = catalogue.map(({ key }) => key);
    const wishes = fc.sample(
      fc.record({
        keys: fc.shuffledSubarray(keys, { maxLength: 60 }),
        grouping: fc.constantFrom(...groupingsOffered),
        splitter: fc.constantFrom(...Object.values(WorksheetSplitter)),
        sortedBy: fc.option(fc.constantFrom(...keys)),
        sievers: fc.subarray(
          sievers.filter(({ kind }) => kind === "text").map(({ code }) => code),
          { maxLength: 4 },
        ),
      }),
      { seed: 2026, numRuns: 500 },
    );
    expect(wishes.flatMap(findProblems)).toEqual([]);
  });
});

it("A query for agreements and their sales, and one for more of the sales, cost what the platform counts", () => {
  const selection = buildSelection(["name", "agreements.nodes.sales.nodes.totalAmount.shopMoney.amount"]);
  const plan = planPages(selection);
  expect(plan.first).toBe(250);
  expect(costOf(ordersDocument(selection, plan.firstOf), plan.first)).toBe(plan.cost);
  const sales = selection.children.get("agreements")?.selection.children.get("sales");
  if (!sales) throw new Error("There are no sales.");
  const further = followDocument({ type: "Order", path: [], searched: "agreements" }, sales, plan.firstOf, 2);
  expect(costOf(further, 54)).toBe(2 * (1 + costOfSearch + computeConnectionCost(54, sales.selection, plan.firstOf)));
});

describe("A report whose single order exceeds the query cost limit", () => {
  const names = Array.from({ length: 2_500 }, (_, n) => metafieldField(`custom.field-${n}`));
  const many = [
    ...names.slice(0, 1_000).map((name) => `${name}.value`),
    ...names.slice(0, 300).map((name) => `lineItems.nodes.product.${name}.value`),
    "lineItems.nodes.title",
    "lineItems.nodes.product.collections.nodes.title",
    "refunds.refundLineItems.nodes.quantity",
    "transactions.paymentDetails.(CardPaymentDetails).company",
    "name",
  ];

  it("is read completely with several queries of at most 900 points each", () => {
    const parts = splitFields(many);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flat().sort()).toEqual([...many].sort());
    expect(planPages(buildSelection(parts[0] ?? [])).first).toBeGreaterThanOrEqual(10);
    for (const part of parts) {
      const selection = buildSelection(part);
      const plan = planPages(selection);
      expect(costOf(ordersDocument(selection, plan.firstOf), plan.first)).toBeLessThanOrEqual(900);
      expect(costOf(partDocument(selection, smallestPages, 1), 0)).toBe(1 + computeInnerCost(selection, smallestPages));
      expect(costOf(partDocument(selection, smallestPages, 1), 0)).toBeLessThanOrEqual(900);
    }
  });

  it("reads all fields of objects without an id in one query, as they couldn't be merged", () => {
    const parts = splitFields(["taxLines.title", "taxLines.rate", "lineItems.nodes.title", "name"], 4);
    const holding = parts.filter((part) => part.some((path) => path.startsWith("taxLines")));
    expect(holding).toHaveLength(1);
  });
});
