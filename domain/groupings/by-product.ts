import type { Cell, CellContext, Value } from "../columns/definition.ts";
import { compareDeliveryDays, deliveryDay } from "../orders/delivery-day.ts";
import { compareIds } from "../orders/id-number.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { variantKey } from "../orders/variant-key.ts";
import { createRows, type Engine, type EngineOptions } from "./engine.ts";
import { calculated } from "./fillers.ts";
import { type Fold, foldsOf, thingsOfFold } from "./folds.ts";
import { type Plan, type Slot, UncompilableDesign } from "./plan.ts";
import { createSortedRuns } from "./sorted-runs.ts";

/** What a row is of: an id of the platform, or words where there is none (custom and deleted items). */
type Identity = { id: string; title: string; variantTitle: string };
/** A variant and the day that it is wanted for, null without one. */
type DatedIdentity = Identity & { day: string | null };

type Collate = EngineOptions["collate"];

const identities = {
  variant: (line: LineItem): Identity => ({
    id: variantKey(line),
    title: line.title ?? "",
    variantTitle: line.variantTitle ?? "",
  }),
  product: ({ product, title = "" }: LineItem): Identity => ({
    id: product?.id ?? JSON.stringify([title]),
    title,
    variantTitle: "",
  }),
  variantAndDay: (line: LineItem, order: Order, context: CellContext): DatedIdentity => {
    const day = deliveryDay(line, order, context);
    const variant = identities.variant(line);
    return { ...variant, id: day === null ? variant.id : `${variant.id}@${day}`, day };
  },
};

/** Reads a slot's values of one order, of each line or once. */
const readerOf = ({ definition }: Slot): ((order: Order, context: CellContext) => (line: LineItem) => Value) | null => {
  switch (definition.level) {
    case "line":
      return (order, context) => (line) => definition.read(line, order, context);
    case "order":
      return (order, context) => {
        const value = definition.read(order, context);
        return () => value;
      };
    case "fulfillment":
    case "fulfillmentOrder":
      throw new UncompilableDesign(`The column '${definition.key}' reads fulfillments, which no product has.`);
    default:
      return null;
  }
};

/** By title, variant title, id. */
const byTitle =
  (collate: Collate) =>
  (a: Identity, b: Identity): number =>
    collate(a.title, b.title) || collate(a.variantTitle, b.variantTitle) || compareIds(a.id, b.id);

/** By the day, then as {@link byTitle}. */
const byDay = (collate: Collate): ((a: DatedIdentity, b: DatedIdentity) => number) => {
  const days = compareDeliveryDays(collate);
  const titles = byTitle(collate);
  return (a, b) => days(a.day, b.day) || titles(a, b);
};

/** `compare`: the order of the rows where nothing else sorts them. */
const byProduct =
  <Key extends Identity>(
    identityOf: (line: LineItem, order: Order, context: CellContext) => Key,
    compare: (collate: Collate) => (a: Key, b: Key) => number,
  ) =>
  (plan: Plan, { collate, weigh }: EngineOptions): Engine => {
    type Group = Key & { folds: (Fold | null)[] };
    const { slots } = plan;
    const readers = slots.map(readerOf);
    const computed = slots.map((slot) => (slot.definition.level === "calc" ? calculated(slot, slots) : null));
    const row = createRows(plan);
    const groups = new Map<string, Group>();
    const inOrder = createSortedRuns<Group>(compare(collate));
    const thingsOfGroup = 1 + slots.reduce((sum, slot, place) => sum + (readers[place] ? thingsOfFold(slot) : 1), 0);
    const createFolds = slots.map((slot, place) => (readers[place] ? foldsOf(slot) : null));

    const groupOf = (line: LineItem, order: Order, context: CellContext): Group => {
      const identity = identityOf(line, order, context);
      const known = groups.get(identity.id);
      if (known !== undefined) return known;
      const group = { ...identity, folds: createFolds.map((create) => create?.(context) ?? null) };
      weigh(thingsOfGroup, identity.id.length + identity.title.length + identity.variantTitle.length);
      groups.set(identity.id, group);
      inOrder.push(group);
      return group;
    };
    const cellsOf = ({ folds }: Group): Cell[] => {
      const cells: Cell[] = [];
      for (const [place, fold] of folds.entries()) cells.push(fold?.cell() ?? computed[place]?.(cells) ?? null);
      return cells;
    };

    return {
      add(order, lines, context) {
        const reads = readers.map((reader) => reader?.(order, context));
        for (const line of lines) {
          const { folds } = groupOf(line, order, context);
          for (const [place, read] of reads.entries()) {
            const more = read === undefined ? 0 : (folds[place]?.add(read(line), line) ?? 0);
            if (more > 0) weigh(1, more);
          }
        }
        return [];
      },
      *end() {
        for (const group of inOrder.all()) yield row(null, cellsOf(group));
      },
      waiting: () => groups.size,
    };
  };

/** ProductVariants: a row per variant over all orders; custom and deleted items by title, variant title and SKU. */
export const rowPerVariant = byProduct(identities.variant, byTitle);

/** ProductCombined: a row per product over all orders; custom and deleted ones by title. */
export const rowPerProduct = byProduct(identities.product, byTitle);

/** MassConstructionMealPrep: a row per variant and day of delivery over all orders, the first day first. */
export const rowPerVariantAndDay = byProduct(identities.variantAndDay, byDay);
