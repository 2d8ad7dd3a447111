/** Excel's limits; beyond them it 'repairs' or refuses a file. Lower in tests. */
export type ExcelLimits = {
  /** Rows of a worksheet, including its header. */
  rows: number;
  /** Real hyperlinks of a worksheet. */
  links: number;
  /** Columns of a worksheet. */
  columns: number;
};

export const excelLimits: ExcelLimits = { rows: 1_048_576, links: 65_530, columns: 16_384 };

/** UTF-16 units in a cell. */
export const maxCellLength = 32_767;
/** Line feeds in a cell. */
export const maxCellLineBreaks = 253;
/** Characters of a text within a formula. */
export const maxFormulaText = 255;
/** Characters of an address. */
export const maxLinkLength = 2_079;
/** Characters of a picture's alternative text. */
export const maxAltText = 255;
/** Characters of a worksheet's name. */
export const maxSheetNameLength = 31;
