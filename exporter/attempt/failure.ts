import { FrozenInputLost } from "#application/exports/freeze-input.ts";
import { UnknownTimezone } from "#domain/dates/local-time.ts";
import type { FailureCode } from "#domain/export/events.ts";
import { UnreadableValue } from "#domain/filters/wishes.ts";
import { FormulasHoldTooMuch } from "#domain/formulas/row-bounds.ts";
import { UncompilableDesign } from "#domain/groupings/plan.ts";
import { HoldsTooMuch } from "#domain/holding/weight.ts";
import { type UnreadOrder, unreadReason } from "#domain/reports/unread-orders.ts";
import { NotADecimal } from "#domain/text/decimal.ts";
import { StoreFull, StoreUnwritable } from "#infra/ports/busy.ts";
import { PlatformError, type PlatformErrorCode } from "#infra/ports/store-platform.ts";
import { OddOrder } from "../orders/odd-order.ts";

/** Public description of a failed attempt. `passing`: another attempt may succeed. */
export type Failure = { code: FailureCode; reason: string; passing: boolean };

/** Thrown if an export can never be made as requested. The message is a sentence for the merchant. */
export class CannotExport extends Error {
  override name = "CannotExport";
}

/** Thrown if the file, or all files of its shop, would become too large. The message says what to do. */
export class FileTooLarge extends Error {
  override name = "FileTooLarge";
}

/**
 * Thrown if the platform failed to give some orders in full and the run has other tries (ADR 107). The message names
 * the orders.
 */
export class OrdersUnread extends Error {
  override name = "OrdersUnread";
  constructor(unread: readonly UnreadOrder[]) {
    super(unreadReason(unread));
  }
}

/**
 * Tells if an error needs no search for a fault of ours: the platform failed, `state.db` was lost or restored, or no
 * file can hold the report.
 */
export const isForeseen = (error: unknown): error is Error =>
  error instanceof FrozenInputLost ||
  error instanceof FileTooLarge ||
  error instanceof OrdersUnread ||
  asksTooMuch(error);

/** Errors whose own message is shown. */
const asksTooMuch = (error: unknown): error is Error =>
  error instanceof CannotExport || error instanceof HoldsTooMuch || error instanceof FormulasHoldTooMuch;

const platformCodes: Readonly<Record<PlatformErrorCode, FailureCode>> = {
  "reconnect-needed": "reconnect-needed",
  "access-denied": "access-denied",
  "shop-unavailable": "shop-unavailable",
  "search-refused": "search-refused",
  unavailable: "platform-unavailable",
  "unexpected-answer": "unexpected-answer",
};

const ownFault = "Something went wrong on our side. Run the report again, and contact us if it keeps failing.";
const unreadable = "Your store sent an order that we can't read. Contact us, and we'll look into it.";
const lost = "The choices for this report are no longer stored. Generate a new one.";

const waited = "It's up to us to fix this. Run the report again later, or contact us.";
const noSpace = `The server's disk is full, and the report waited an hour for space. ${waited}`;
const unwritable = `The server's disk can't be written to, and the report waited an hour for it. ${waited}`;

const mendFilter = "Open the filter, change this value, and generate a new report.";

const lasting = (code: FailureCode, reason: string): Failure => ({ code, reason, passing: false });

/**
 * The failure with a sentence for the merchant. Platform errors have their own; details of all others stay in the log.
 */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof PlatformError) {
    return { code: platformCodes[error.code], reason: error.message, passing: error.code === "unavailable" };
  }
  // Each order was read alone three times. The run's own tries come later.
  if (error instanceof OrdersUnread) return lasting("platform-unavailable", error.message);
  if (error instanceof StoreFull) return lasting("no-space", noSpace);
  if (error instanceof StoreUnwritable) return lasting("unwritable", unwritable);
  if (error instanceof UnreadableValue) return lasting("internal", `${error.message} ${mendFilter}`);
  if (error instanceof FileTooLarge) return lasting("too-large", error.message);
  if (asksTooMuch(error)) return lasting("internal", error.message);
  if (error instanceof NotADecimal || error instanceof OddOrder) return lasting("unexpected-answer", unreadable);
  if (error instanceof FrozenInputLost) return lasting("internal", lost);
  if (error instanceof UncompilableDesign || error instanceof UnknownTimezone) return lasting("internal", ownFault);
  return { code: "internal", reason: ownFault, passing: true };
};
