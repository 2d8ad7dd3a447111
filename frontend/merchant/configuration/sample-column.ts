import { ColumnType } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";

export const sampleColumn: CompiledColumn = {
  key: "ProductTitle",
  title: "Product",
  type: ColumnType.Text,
  valueKind: "text",
  identifier: false,
  total: "none",
  width: null,
  format: null,
  formula: null,
};
