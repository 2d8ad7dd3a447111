import { ColumnType } from "../enumerations.ts";

/** Width in units of 7 px of a column whose width nobody has changed. */
export const defaultWidth = (type: ColumnType): number => (type === ColumnType.Image ? 10 : 16);
