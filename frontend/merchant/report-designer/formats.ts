import { formatFor } from "#domain/columns/amounts.ts";
import { formatProblem } from "#domain/designs/validate.ts";
import { formatFromWire } from "#domain/wire/column-settings-on-wire.ts";
import type { ReportColumn } from "#domain/wire/reports.ts";

/** What is wrong with the number format that a column has had since before today's rules; undefined of a good one. */
export const formatProblemIn = ({ Column, NumberFormat }: ReportColumn): string | undefined => {
  const format = formatFor(Column, formatFromWire(NumberFormat));
  return format === null ? undefined : formatProblem(format);
};
