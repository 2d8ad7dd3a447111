/** Excel 'repairs' or refuses a file beyond these limits. Lower in tests. */
export type ExcelLimits = {
  /** Rows including the header. */
  rows: number;
  links: number;
  columns: number;
};

export const excelLimits: ExcelLimits = { rows: 1_048_576, links: 65_530, columns: 16_384 };

/** Longest text of a cell, UTF-16 units. */
export const maxCellLength = 32_767;
export const maxCellLineBreaks = 253;
/** Characters of a text within a formula. */
export const maxFormulaText = 255;
export const maxLinkLength = 2_079;
export const maxAltText = 255;
export const maxSheetNameLength = 31;
