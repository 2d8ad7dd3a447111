import type { NumberFormatType } from "../enumerations.ts";

/** How the numbers of a column are shown (S-2.3.5); of a column without one as they are. */
export type NumberFormat =
  | { type: typeof NumberFormatType.Custom; code: string }
  | { type: typeof NumberFormatType.Currency }
  /** Red at this value and below. */
  | { type: typeof NumberFormatType.LessThanRed; limit: number };
