import { type Refusal, refuse } from "../core/decider.ts";
import type { DesignContent } from "../designs/design.ts";
import { rowUnitNames } from "../groupings/row-unit.ts";
import { quoteText } from "../text/quote-text.ts";
import { listVisibleColumns } from "./preview-columns.ts";

/** Refuses a design whose files would have no columns. */
export const refuseEmptyReport = (
  design: Pick<DesignContent, "title" | "grouping" | "shown" | "settings">,
): Refusal | undefined => {
  if (listVisibleColumns(design).length > 0) return undefined;
  const title = quoteText(design.title);
  return refuse(
    "rule",
    design.shown.length === 0
      ? `The report design ${title} shows no columns. Open it in the report designer, show the columns you need, and try again.`
      : `None of the columns that the report design ${title} shows work with one row per ${rowUnitNames[design.grouping]}. Open it in the report designer, show other columns or choose another grouping, and try again.`,
  );
};
