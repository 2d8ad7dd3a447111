import type { FilterMoment } from "#domain/filters/compiled.ts";
import { conditionLines } from "#domain/filters/describe.ts";
import type { ConditionField } from "#domain/filters/fields.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import type { FunnelRow, OrderCheck } from "#domain/wire/order-check.ts";

export type FunnelLine = {
  field: ConditionField;
  /** The condition in words. */
  words: string;
  /** `12 left`, `none left`, `at most 40 left`. */
  left: string;
  /** Of the orders of the dates, 0 to 1. */
  share: number;
  /** It takes the most: the first that leaves nothing, else the one that leaves the smallest part of what there was. */
  isCulprit: boolean;
};

const leftWords = ({ Left, Bound }: FunnelRow): string => {
  const figure = Left.toLocaleString("en");
  if (Bound === "at-most") return Left === 0 ? "none left" : `at most ${figure} left`;
  if (Bound === "at-least") return Left === 0 ? "none found" : `at least ${figure} left`;
  return Left === 0 ? "none left" : `${figure} left`;
};

/** Place of the condition that takes the most. */
const culpritOf = (orders: number, rows: readonly FunnelRow[]): number => {
  const emptying = rows.findIndex(({ Left }) => Left === 0);
  if (orders === 0 || emptying >= 0) return orders === 0 ? -1 : emptying;
  const parts = rows.map(({ Left }, at) => Left / (rows[at - 1]?.Left ?? orders));
  return parts.indexOf(Math.min(...parts));
};

/** The funnel as it is shown: every condition in words, with what it leaves. Without orders on these dates no condition is to blame. */
export const funnelLines = (
  { Orders, Rows }: NonNullable<OrderCheck["Funnel"]>,
  conditions: FilterConditions,
  moment?: FilterMoment,
): FunnelLine[] => {
  const words = new Map(conditionLines(conditions, moment).map(({ field, line }) => [field as string, line]));
  const culprit = culpritOf(Orders, Rows);
  return Rows.map((row, at) => ({
    field: row.Field as ConditionField,
    words: words.get(row.Field) ?? "A condition that was removed since",
    left: leftWords(row),
    share: Orders === 0 ? 0 : Math.min(1, row.Left / Orders),
    isCulprit: at === culprit,
  }));
};
