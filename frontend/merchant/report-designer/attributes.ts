import { type AttributeSource, attributeSources } from "#domain/columns/attributes.ts";
import { isAttribute } from "#domain/designs/custom-column.ts";
import type { CustomColumn } from "#domain/designs/design.ts";
import { groupingsOffered } from "#domain/designs/validate.ts";
import { isAllowed } from "#domain/groupings/allowed.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";

/** The attribute that a column shows instead of its own value. */
export const attributeIn = (
  { Takes = [] }: Pick<ReportColumn, "Takes">,
  custom: CustomColumn | null | undefined,
): AttributeSource | undefined =>
  custom && isAttribute(custom) && Takes.includes(custom.category)
    ? attributeSources[custom.category](custom.name)
    : undefined;

/** Groupings in which an attribute may be shown. */
export const groupingsOfAttribute = (attribute: AttributeSource): number[] =>
  groupingsOffered.filter((grouping) => isAllowed(attribute, grouping));
