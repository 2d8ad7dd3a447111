import type { FilterMoment } from "#domain/filters/compile/compiled.ts";
import { findContradiction } from "#domain/filters/contradictions.ts";
import { conditionLines } from "#domain/filters/description/describe-filter.ts";
import { type ConditionField, findSieverByField } from "#domain/filters/fields.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import type { FunnelRow, OrderCheck } from "#domain/wire/filters/order-check.ts";

export type FunnelLine = {
  field: ConditionField;
  /** The condition in words. */
  conditionText: string;
  /** `12 left`, `none left`, `at most 40 left`. */
  remaining: string;
  /** Share of the period's orders, 0 to 1. */
  share: number;
  /**
   * True for the decisive condition: it leaves nothing by itself, else it is the first to leave nothing, else it leaves
   * the smallest share.
   */
  isDecisive: boolean;
  /** The reason, if nothing is left. */
  why: string | null;
};

const formatRemaining = ({ Left, Bound }: FunnelRow): string => {
  const figure = Left.toLocaleString("en");
  if (Bound === "at-most") return Left === 0 ? "none left" : `at most ${figure} left`;
  if (Bound === "at-least") return Left === 0 ? "none found" : `at least ${figure} left`;
  return Left === 0 ? "none left" : `${figure} left`;
};

/** True if a condition's values contradict each other, so it leaves nothing from any orders. */
const isImpossible = (field: string, conditions: FilterConditions, moment: FilterMoment | undefined): boolean => {
  const siever = findSieverByField(field);
  if (siever === undefined || moment === undefined) return false;
  return findContradiction(siever, conditions.sievers[siever.code] ?? [], moment) !== null;
};

/** Indices of the decisive conditions. `alone`: those that leave nothing by themselves. */
const findDecisive = (orders: number, rows: readonly FunnelRow[], alone: readonly number[]): readonly number[] => {
  if (orders === 0) return [];
  const emptying = rows.findIndex(({ Left }) => Left === 0);
  if (emptying >= 0) return alone.length > 0 ? alone : [emptying];
  const parts = rows.map(({ Left }, at) => Left / (rows[at - 1]?.Left ?? orders));
  return [parts.indexOf(Math.min(...parts))];
};

/** Every condition in words, with the number it leaves. Without orders in the period no condition is decisive. */
export const buildFunnelLines = (
  { Orders, Rows }: NonNullable<OrderCheck["Funnel"]>,
  conditions: FilterConditions,
  moment?: FilterMoment,
): FunnelLine[] => {
  const words = new Map(conditionLines(conditions, moment).map(({ field, line }) => [field as string, line]));
  const alone = Rows.flatMap(({ Field, EmptiesAlone }, at) =>
    EmptiesAlone || isImpossible(Field, conditions, moment) ? [at] : [],
  );
  const culprits = findDecisive(Orders, Rows, alone);
  const isEmpty = Rows.some(({ Left }) => Left === 0);
  const whyOf = (at: number): string | null => {
    if (!isEmpty || !culprits.includes(at)) return null;
    return alone.includes(at) ? "Matches no orders on its own." : "Rules out the last orders.";
  };
  return Rows.map((row, at) => ({
    field: row.Field as ConditionField,
    conditionText: words.get(row.Field) ?? "A condition that has been removed since",
    remaining: formatRemaining(row),
    share: Orders === 0 ? 0 : Math.min(1, row.Left / Orders),
    isDecisive: culprits.includes(at),
    why: whyOf(at),
  }));
};
