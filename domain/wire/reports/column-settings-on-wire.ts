import type { CustomColumn, NumberFormat } from "../../designs/design.ts";
import { type AttributeCategory, CustomColumnCategory, NumberFormatType } from "../../enumerations.ts";
import type { CustomColumnOnWire, NumberFormatOnWire } from "./reports.ts";

export const formatOnWire = (format: NumberFormat | null | undefined): NumberFormatOnWire | null =>
  format
    ? {
        Type: format.type,
        CustomFormatCode: format.type === NumberFormatType.Custom ? format.code : null,
        LessThanRedValue: format.type === NumberFormatType.LessThanRed ? format.limit : null,
      }
    : null;

export const formatFromWire = (sent: NumberFormatOnWire | null): NumberFormat | null => {
  switch (sent?.Type) {
    case NumberFormatType.Custom:
      return { type: sent.Type, code: sent.CustomFormatCode ?? "" };
    case NumberFormatType.Currency:
      return { type: sent.Type };
    case NumberFormatType.LessThanRed:
      // -1 stands for a missing value: no limit may be so low.
      return { type: sent.Type, limit: sent.LessThanRedValue ?? -1 };
    default:
      return null;
  }
};

/** A column that merchants fill themselves is empty until they do (S-2.3.4). */
export const customOnWire = (
  custom: CustomColumn | null | undefined,
  takes: readonly CustomColumnCategory[] | undefined,
): CustomColumnOnWire | null => {
  const held =
    custom ?? (takes?.includes(CustomColumnCategory.Empty) ? { category: CustomColumnCategory.Empty } : null);
  return (
    held && {
      Category: held.category,
      LocalStatus: null,
      ExcelFormula: "formula" in held ? { Formula: held.formula } : null,
      Name: "name" in held ? held.name : null,
    }
  );
};

/** A missing text becomes the empty text, which validation rejects. */
export const customFromWire = (sent: CustomColumnOnWire | null): CustomColumn | null => {
  if (sent === null) return null;
  switch (sent.Category) {
    case CustomColumnCategory.Empty:
      return null;
    case CustomColumnCategory.ExcelFormula:
      return { category: sent.Category, formula: sent.ExcelFormula?.Formula ?? "" };
    default:
      // No column takes this category, so validation refuses it.
      return { category: sent.Category as AttributeCategory, name: sent.Name ?? "" };
  }
};
