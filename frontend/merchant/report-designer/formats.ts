import { formatFor } from "#domain/columns/amounts.ts";
import type { NumberFormat } from "#domain/designs/design.ts";
import { formatProblem } from "#domain/designs/validate.ts";
import { NumberFormatType } from "#domain/enumerations.ts";
import { findCodeAmbiguity } from "#domain/number-formats/code-ambiguity.ts";
import { formatFromWire } from "#domain/wire/reports/column-settings-on-wire.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";

/** Why current rules refuse a column's saved number format; undefined if they don't. */
export const formatProblemIn = ({ Column, NumberFormat }: ReportColumn): string | undefined => {
  const format = formatFor(Column, formatFromWire(NumberFormat));
  return format === null ? undefined : formatProblem(format);
};

/** Formats that a doubtful code may have meant, most likely first; empty for other codes. */
export const formatsMeantIn = ({
  Column,
  NumberFormat: onWire,
}: ReportColumn): { code: string; format: NumberFormat }[] => {
  const format = formatFor(Column, formatFromWire(onWire));
  if (format?.type !== NumberFormatType.Custom) return [];
  const meanings = findCodeAmbiguity(format.code)?.meanings ?? [];
  return meanings.map(({ code }) => ({ code, format: { ...format, code } }));
};
