import { unreadCell } from "../columns/cells/unread-cell.ts";
import type { Cell } from "../columns/definition.ts";
import { type Bundle, findBundles } from "../orders/bundles.ts";
import type { Fulfillment, LineItem } from "../orders/order.ts";
import { sentFulfillments } from "../orders/sent-fulfillments.ts";
import type { CellFiller } from "./cell-filler.ts";
import { createFiller } from "./cell-fillers.ts";
import { createRows, type Engine, type EngineOptions } from "./engine.ts";
import type { RowPlan } from "./row-plan.ts";
import type { RowScope } from "./row-scope.ts";

const nothing: readonly never[] = [];

const unreadCellFiller: CellFiller = { perOrder: true, fill: () => unreadCell };

type FillRows<Scope> = (scopes: readonly Scope[], missing: ReadonlySet<number> | undefined) => Cell[][];

/** Fills shared cells once. A `missing` cell is marked, not computed, because some of its fields may be there. */
const createRowsFiller = <Scope extends RowScope>({ slots }: RowPlan): FillRows<Scope> => {
  const all = slots.map((slot) => createFiller(slot, slots));
  return (scopes, missing) => {
    const [first] = scopes;
    if (first === undefined) return [];
    const fillers = missing ? all.map((filler, index) => (missing.has(index) ? unreadCellFiller : filler)) : all;
    const shared = fillers.map(({ perOrder, fill }) => (perOrder ? fill(first, nothing) : null));
    return scopes.map((scope) => {
      const cells: Cell[] = [];
      // Hot path of every cell: allocate nothing else.
      let index = 0;
      for (const { perOrder, fill } of fillers) {
        cells.push(perOrder ? (shared[index] ?? null) : fill(scope, cells));
        index += 1;
      }
      return cells;
    });
  };
};

/** `lines`: those that were kept, not divided into rows yet. */
type OrderScope = Omit<RowScope, "line" | "sent">;

const createOrderEngine =
  (scopesOf: (scope: OrderScope) => RowScope[]) =>
  (plan: RowPlan, { unread }: EngineOptions): Engine => {
    const fill = createRowsFiller(plan);
    const row = createRows(plan);
    return {
      add: (order, lines, context) => {
        const rows = fill(scopesOf({ order, lines, context }), unread(order));
        return rows.map((cells) => row(order.id, cells));
      },
      end: () => nothing,
      drain: () => nothing,
      restore: () => undefined,
    };
  };

/** Orders: one row per order line. */
export const rowPerLine = createOrderEngine((scope) => scope.lines.map((line) => ({ ...scope, line, sent: null })));

/** OnePerOrder: one row per order, whatever its lines. */
export const rowPerOrder = createOrderEngine((scope) => [{ ...scope, line: null, sent: null }]);

const linesInBundles = (scope: OrderScope): RowScope[] => {
  const bundles = findBundles(scope.order.lineItems ?? scope.lines);
  const rows: RowScope[] = [];
  const linesOf = new Map<Bundle, LineItem[]>();
  for (const line of scope.lines) {
    const bundle = bundles.get(line.id);
    const known = bundle && linesOf.get(bundle);
    if (known !== undefined) {
      known.push(line);
      continue;
    }
    const lines = [line];
    rows.push({ ...scope, lines, line, sent: null, ...(bundle && { bundle }) });
    if (bundle) linesOf.set(bundle, lines);
  }
  return rows;
};

/**
 * BundleAndCustomizer: one row per bundle, at its first line, and per line without one. The parent comes from the whole
 * order, even if a filter dropped part of the bundle.
 */
export const rowPerBundle = createOrderEngine(linesInBundles);

/** Units by line; null if the platform did not say. */
const unitsOf = ({ fulfillmentLineItems }: Fulfillment): Map<string, number | null> => {
  const units = new Map<string, number | null>();
  for (const { lineItem, quantity } of fulfillmentLineItems ?? []) {
    if (lineItem === undefined) continue;
    const known = units.get(lineItem.id);
    const more = quantity ?? null;
    units.set(lineItem.id, known === undefined ? more : known === null || more === null ? null : known + more);
  }
  return units;
};

const fulfilledLines = (scope: OrderScope): RowScope[] => {
  const unitsBefore = new Map<string, number>();
  return sentFulfillments(scope.order).flatMap((fulfillment) => {
    const units = unitsOf(fulfillment);
    return scope.lines.flatMap((line) => {
      const here = units.get(line.id);
      if (here === undefined) return [];
      const sent = { fulfillment, here, before: unitsBefore.get(line.id) ?? 0 };
      unitsBefore.set(line.id, sent.before + (here ?? 0));
      return [{ ...scope, line, sent }];
    });
  });
};

/**
 * Fulfillments: one row per fulfillment and line, with its units. Cancelled and failed fulfillments and unfulfilled
 * units have none.
 */
export const rowPerFulfillment = createOrderEngine(fulfilledLines);
