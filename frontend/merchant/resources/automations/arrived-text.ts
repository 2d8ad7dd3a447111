import type { MailReachOnWire } from "#domain/ledger/mail-reach.ts";

/** Labels of a failed report that someone has or may have. */
export const arrivedLabel: Readonly<Record<MailReachOnWire, string>> = {
  some: "Partly delivered",
  maybe: "May have arrived",
};
