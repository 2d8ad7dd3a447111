import { NumberFormatType } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { toDecimal } from "#domain/text/decimal.ts";

/** The red of docs/look.md on paper: our worksheets' only conditional style. */
export const conditionalStyles = '<dxfs count="1"><dxf><font><color rgb="FFB3261E"/></font></dxf></dxfs>';

export const isConditional = ({ format }: Pick<CompiledColumn, "format">): boolean =>
  format?.type === NumberFormatType.LessThanRed;

/** Colors values up to their column's limit red (S-2.3.5). Excel re-evaluates it when a number changes. */
export const conditionalFormats = (
  columns: readonly Pick<CompiledColumn, "format">[],
  letters: readonly string[],
  lastRow: number,
): string =>
  columns
    .flatMap(({ format }, index) => {
      if (format?.type !== NumberFormatType.LessThanRed || lastRow < 2) return [];
      const letter = letters[index];
      return [
        `<conditionalFormatting sqref="${letter}2:${letter}${lastRow}"><cfRule type="cellIs" dxfId="0" priority="${index + 1}" operator="lessThanOrEqual">` +
          `<formula>${toDecimal(format.limit)}</formula></cfRule></conditionalFormatting>`,
      ];
    })
    .join("");
