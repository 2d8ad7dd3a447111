import type { DemoLineItem, DemoOrder, MoneyBag } from "#demo-store/generate/types.ts";
import { cellOfDecimal, decimal, sum } from "./decimal.ts";
import { guarded } from "./formula-guard.ts";
import type { Period } from "./local-time.ts";

/**
 * The data for one order's cells. `period` is the export's own, for refunds; `adminUrl` the shop's admin;
 * `lines` the order's lines that the report has.
 */
export type Scene = {
  adminUrl: string;
  zone: string;
  period: Period;
  order: DemoOrder;
  lines: readonly DemoLineItem[];
};
export type LineScene = Scene & { line: DemoLineItem; firstOfOrder: boolean };

/** One column as the catalogue describes it: a cell per order line, and one per order (null: not valid there). */
export type Expectation = {
  orders: (scene: LineScene) => string;
  onePerOrder: ((scene: Scene) => string) | null;
};

type Maybe<Value> = Value | null | undefined;

const present = (values: Maybe<string>[]): string[] => [
  ...new Set(values.filter((value): value is string => value !== null && value !== undefined && value !== "")),
];
const lines = (scene: Scene): LineScene[] =>
  scene.lines.map((line, index) => ({ ...scene, line, firstOfOrder: index === 0 }));
const numberCell = (value: Maybe<bigint>): string =>
  value === null || value === undefined ? "" : cellOfDecimal(value);

/** `line` and `join`: text of the line; for an order the distinct values of its lines in the report, in line order. */
export const lineText = (get: (scene: LineScene) => Maybe<string>, separator = ", "): Expectation => ({
  orders: (scene) => guarded(get(scene) ?? ""),
  onePerOrder: (scene) => guarded(present(lines(scene).map(get)).join(separator)),
});

/** Like {@link lineText}, for links and images. Several are stacked. */
export const lineLink = (get: (scene: LineScene) => Maybe<string>): Expectation => lineText(get, "\n");

/** `line` and `sum`. */
export const lineSum = (get: (scene: LineScene) => bigint): Expectation => ({
  orders: (scene) => cellOfDecimal(get(scene)),
  onePerOrder: (scene) => cellOfDecimal(sum(lines(scene).map(get))),
});

/** `line`, not valid for an order. */
export const lineOnly = (get: (scene: LineScene) => Maybe<bigint>): Expectation => ({
  orders: (scene) => numberCell(get(scene)),
  onePerOrder: null,
});

/** `order`: repeated on each row. */
export const orderText = (get: (scene: Scene) => Maybe<string>): Expectation => {
  const cell = (scene: Scene) => guarded(get(scene) ?? "");
  return { orders: cell, onePerOrder: cell };
};
export const orderPlain = (get: (scene: Scene) => Maybe<string>): Expectation => {
  const cell = (scene: Scene) => get(scene) ?? "";
  return { orders: cell, onePerOrder: cell };
};

/** `join` of an order's several values, on each row. */
export const orderJoin = (get: (scene: Scene) => Maybe<string>[], separator = ", "): Expectation =>
  orderText((scene) => present(get(scene)).join(separator));

/** `orderOnce`: an amount of the order on its first row alone. */
export const orderOnce = (get: (scene: Scene) => Maybe<bigint>): Expectation => ({
  orders: (scene) => (scene.firstOfOrder ? numberCell(get(scene)) : ""),
  onePerOrder: (scene) => numberCell(get(scene)),
});

export const shopMoney = (bag: MoneyBag): bigint => decimal(bag.shopMoney.amount);
export const units = (count: number): bigint => decimal(String(count));
