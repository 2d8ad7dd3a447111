import type { Grouping } from "../enumerations.ts";
import { rowUnitNames } from "./row-unit.ts";

/** Columns to name before counting. A single further one is named too. */
const maxNamed = 3;

/** Maximum titles in a list: no sentence needs more. */
export const columnsInList = maxNamed + 1;

export type DesignOutline = {
  /** Titles of the first visible columns. */ titles: readonly string[];
  columns: number;
  grouping: Grouping;
};

/** Summarizes a design: `Order Id, Total, Tags and 9 more · one row per order`. */
export const describeDesign = ({ titles, columns, grouping }: DesignOutline): string => {
  const rows = `one row per ${rowUnitNames[grouping]}`;
  if (columns === 0) return `No columns yet · ${rows}`;
  const named = columns > maxNamed + 1 ? titles.slice(0, maxNamed) : titles;
  const left = columns - named.length;
  return `${named.join(", ")}${left > 0 ? ` and ${left} more` : ""} · ${rows}`;
};
