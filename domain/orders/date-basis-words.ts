import { DateBasis } from "../enumerations.ts";

/** Completes `Orders … from 1 to 31 October`. */
export const dateBasisWords: Readonly<Record<DateBasis, string>> = {
  [DateBasis.created]: "created",
  [DateBasis.processed]: "processed",
  [DateBasis.paid]: "paid",
  [DateBasis.fulfilled]: "fulfilled",
  [DateBasis.shipped]: "shipped",
  [DateBasis.refunded]: "refunded",
  [DateBasis.canceled]: "canceled",
  [DateBasis.changed]: "changed",
};
