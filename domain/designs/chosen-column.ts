import { Sorting } from "../enumerations.ts";

/** A column as a merchant set it up; everything else about it is in the catalogue. */
export type ChosenColumn = {
  /** Key of the catalogue. */
  column: string;
  visible: boolean;
  sorting: Sorting;
  /** Title of the merchant's own, null for the catalogue's. */
  title: string | null;
  /** Units of 7 px; null for the default. */
  width: number | null;
};

/** A column as it is before the merchant sets anything up. */
export const freshColumn = (key: string): ChosenColumn => ({
  column: key,
  visible: true,
  sorting: Sorting.None,
  title: null,
  width: null,
});
