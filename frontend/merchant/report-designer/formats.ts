import { formatFor } from "#domain/columns/amounts.ts";
import type { NumberFormat } from "#domain/designs/design.ts";
import { formatProblem } from "#domain/designs/validate.ts";
import { NumberFormatType } from "#domain/enumerations.ts";
import { doubtOfCode } from "#domain/number-formats/typed-code.ts";
import { formatFromWire } from "#domain/wire/reports/column-settings-on-wire.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";

/** Explains why today's rules refuse the saved number format of a column; undefined if they don't. */
export const formatProblemIn = ({ Column, NumberFormat }: ReportColumn): string | undefined => {
  const format = formatFor(Column, formatFromWire(NumberFormat));
  return format === null ? undefined : formatProblem(format);
};

/** Lists formats that the writer of a doubtful code may have meant, the likeliest first; none if the code isn't doubtful. */
export const formatsMeantIn = ({
  Column,
  NumberFormat: onWire,
}: ReportColumn): { code: string; format: NumberFormat }[] => {
  const format = formatFor(Column, formatFromWire(onWire));
  if (format?.type !== NumberFormatType.Custom) return [];
  const meanings = doubtOfCode(format.code)?.meanings ?? [];
  return meanings.map(({ code }) => ({ code, format: { ...format, code } }));
};
