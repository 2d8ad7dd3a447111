/** Preferences by wire name (S-2.3.11; defaults by R-35). */
export type Preferences = {
  SatinizeLetters: boolean;
  ReplaceDashesSlashes: boolean;
  /** The character itself. */
  CsvSeparator: string;
  /** Without the dot. */
  CsvFileExtension: string;
  ShowCsvHeaders: boolean;
  /** If false, line breaks inside a cell become spaces. */
  CsvIncludeNewlines: boolean;
  CsvUseCommaForDecimals: boolean;
  /** 0 UTF-8, else a Windows code page (1250 … 1258). */
  CsvEncoding: number;
  CsvBom: boolean;
  /** 0 YYYY/MM/DD, 1 DD/MM/YYYY, 2 MM/DD/YYYY. */
  UserDateFormat: number;
  /** 0 none, 1 every other line, 2 every other order. */
  AlternateRowsStyle: number;
  AllowExperimental: boolean;
};

export const defaultPreferences: Preferences = {
  SatinizeLetters: false,
  ReplaceDashesSlashes: false,
  CsvSeparator: ",",
  CsvFileExtension: "csv",
  ShowCsvHeaders: true,
  CsvIncludeNewlines: true,
  CsvUseCommaForDecimals: false,
  CsvEncoding: 0,
  CsvBom: true,
  UserDateFormat: 0,
  AlternateRowsStyle: 0,
  AllowExperimental: false,
};

/**
 * The alert address on the wire, in errors and in conflicts (S-2.3.11). Unlike preferences, it is a vault reference
 * (ADR 75) and not frozen with reports.
 */
export const alertAddressName = "AutomSendToMail";
