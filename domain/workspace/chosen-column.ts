import { Sorting } from "../enumerations.ts";
import type { ChosenColumn } from "./events.ts";

/** A column as it is before the merchant sets anything up. */
export const freshColumn = (key: string): ChosenColumn => ({
  column: key,
  visible: true,
  sorting: Sorting.None,
  title: null,
  width: null,
});
