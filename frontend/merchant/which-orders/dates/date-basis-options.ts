import { DateBasis } from "#domain/enumerations.ts";
import { dateBasisWords } from "#domain/orders/date-basis-words.ts";
import { upperFirst } from "#domain/text/first-letter.ts";

const meanings: Readonly<Record<DateBasis, string>> = {
  [DateBasis.created]: "The day the order came in",
  [DateBasis.processed]: "Imported orders keep their original day",
  [DateBasis.paid]: "The day the payments covered the total",
  [DateBasis.fulfilled]: "The day the last item was sent",
  [DateBasis.shipped]: "Each day something was sent",
  [DateBasis.refunded]: "Each day something was refunded",
  [DateBasis.canceled]: "The day the order was canceled",
  [DateBasis.changed]: "The day of the latest change; earlier ones aren't known",
};

/** The dates that can count, each with its meaning. */
export const dateBasisOptions: ReadonlyArray<{ basis: DateBasis; label: string; meaning: string }> = Object.values(
  DateBasis,
).map((basis) => ({ basis, label: upperFirst(dateBasisWords[basis]), meaning: meanings[basis] }));
