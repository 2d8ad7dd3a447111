import { DateBasis } from "#domain/enumerations.ts";

/** The days that can count, each with its meaning. */
export const dateBasisOptions: ReadonlyArray<{ basis: DateBasis; label: string; meaning: string }> = [
  { basis: DateBasis.created, label: "Created", meaning: "The day the order came in" },
  { basis: DateBasis.processed, label: "Processed", meaning: "Imported orders keep their original day" },
  { basis: DateBasis.paid, label: "Paid", meaning: "The day the payments covered the total" },
  { basis: DateBasis.fulfilled, label: "Fulfilled", meaning: "The day the last item was sent" },
  { basis: DateBasis.shipped, label: "Shipped", meaning: "Each day something was sent" },
  { basis: DateBasis.refunded, label: "Refunded", meaning: "Each day something was refunded" },
  { basis: DateBasis.canceled, label: "Canceled", meaning: "The day the order was canceled" },
  { basis: DateBasis.changed, label: "Changed", meaning: "The day of the latest change; earlier ones aren't known" },
];
