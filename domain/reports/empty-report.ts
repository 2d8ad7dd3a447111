import { type Refusal, refuse } from "../core/decider.ts";
import type { DesignContent } from "../designs/design.ts";
import { rowUnitNames } from "../groupings/row-unit.ts";
import { quoteText } from "../text/quote-text.ts";
import { listVisibleColumns } from "./preview-columns.ts";

/** Refuses a design with no column, or with none that its grouping allows: its files would be empty. */
export const refuseEmptyReport = (
  design: Pick<DesignContent, "title" | "grouping" | "shown" | "settings">,
): Refusal | undefined => {
  if (listVisibleColumns(design).length > 0) return undefined;
  const title = quoteText(design.title);
  return refuse(
    "rule",
    design.shown.length === 0
      ? `The report design ${title} shows no column. Open it in the report designer, show the columns that you need, and try again.`
      : `No column that the report design ${title} shows can stand in a report with one row per ${rowUnitNames[design.grouping]}. Open it in the report designer, show others or choose another grouping, and try again.`,
  );
};
