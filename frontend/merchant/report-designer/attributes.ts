import { type AttributeReading, attributeReadings } from "#domain/columns/attributes.ts";
import { isAttribute } from "#domain/designs/custom-column.ts";
import type { CustomColumn } from "#domain/designs/design.ts";
import { groupingsOffered } from "#domain/designs/validate.ts";
import { isAllowed } from "#domain/groupings/allowed.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";

/** What a column shows in place of what its name says; undefined of one that shows no attribute. */
export const attributeIn = (
  { Takes = [] }: Pick<ReportColumn, "Takes">,
  custom: CustomColumn | null | undefined,
): AttributeReading | undefined =>
  custom && isAttribute(custom) && Takes.includes(custom.category)
    ? attributeReadings[custom.category](custom.name)
    : undefined;

/** The groupings that an attribute can stand in. */
export const groupingsOfAttribute = (attribute: AttributeReading): number[] =>
  groupingsOffered.filter((grouping) => isAllowed(attribute, grouping));
