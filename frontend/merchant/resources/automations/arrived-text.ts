import type { ArrivalOnWire } from "#domain/ledger/arrival.ts";

/** The word for the outcome of a failed report that somebody has or may have. */
export const arrivedLabel: Readonly<Record<ArrivalOnWire, string>> = {
  some: "Partly delivered",
  maybe: "May have arrived",
};
