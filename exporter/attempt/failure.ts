import { FrozenInputLost } from "#application/exports/freeze-input.ts";
import { UnknownTimezone } from "#domain/dates/local-time.ts";
import type { FailureCode } from "#domain/export/events.ts";
import { MemoryLimitExceeded } from "#domain/external-sort/memory-budget.ts";
import { UnreadableValue } from "#domain/filters/siever-criteria.ts";
import { FormulaMemoryLimitExceeded } from "#domain/formulas/row-limits.ts";
import { UncompilableDesign } from "#domain/groupings/row-plan.ts";
import { explainUnreadOrders, type UnreadOrder } from "#domain/reports/unread-orders.ts";
import { NotADecimal } from "#domain/text/decimal.ts";
import { StoreFull, StoreUnwritable } from "#infra/ports/store-errors.ts";
import { PlatformError, type PlatformErrorCode } from "#infra/ports/store-platform.ts";
import { MalformedOrder } from "../orders/malformed-order.ts";

/** Public description of a failed attempt. */
export type Failure = {
  code: FailureCode;
  reason: string;
  isTemporary: boolean;
};

/** An export can never be made as requested. The message is for the merchant. */
export class CannotExport extends Error {
  override name = "CannotExport";
}

/** The file or all the shop's files would become too large. The message says what to do. */
export class FileTooLarge extends Error {
  override name = "FileTooLarge";
}

/** The platform left orders incomplete, and the run has other tries (ADR 107). The message names the orders. */
export class OrdersUnread extends Error {
  override name = "OrdersUnread";
  constructor(unread: readonly UnreadOrder[]) {
    super(explainUnreadOrders(unread));
  }
}

/**
 * True if an error is no fault of ours: the platform failed, `state.db` was lost or restored, or no file can hold the
 * report.
 */
export const isExpectedError = (error: unknown): error is Error =>
  error instanceof FrozenInputLost ||
  error instanceof FileTooLarge ||
  error instanceof OrdersUnread ||
  isLimitExceeded(error);

const isLimitExceeded = (error: unknown): error is Error =>
  error instanceof CannotExport || error instanceof MemoryLimitExceeded || error instanceof FormulaMemoryLimitExceeded;

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
const inputLost = "The choices for this report are no longer stored. Generate a new one.";

const contactUs = "It's up to us to fix this. Run the report again later, or contact us.";
const noSpace = `The server's disk is full, and the report waited an hour for space. ${contactUs}`;
const unwritable = `The server's disk can't be written to, and the report waited an hour for it. ${contactUs}`;

const repairFilter = "Open the filter, change this value, and generate a new report.";

const permanentFailure = (code: FailureCode, reason: string): Failure => ({ code, reason, isTemporary: false });

/** Describes an error to the merchant. Platform errors bring a sentence; details of others stay in the log. */
export const toFailure = (error: unknown): Failure => {
  if (error instanceof PlatformError) {
    return { code: platformCodes[error.code], reason: error.message, isTemporary: error.code === "unavailable" };
  }
  // Each order had three tries alone. The run's tries come later.
  if (error instanceof OrdersUnread) return permanentFailure("platform-unavailable", error.message);
  if (error instanceof StoreFull) return permanentFailure("no-space", noSpace);
  if (error instanceof StoreUnwritable) return permanentFailure("unwritable", unwritable);
  if (error instanceof UnreadableValue) return permanentFailure("internal", `${error.message} ${repairFilter}`);
  if (error instanceof FileTooLarge) return permanentFailure("too-large", error.message);
  if (isLimitExceeded(error)) return permanentFailure("internal", error.message);
  if (error instanceof NotADecimal || error instanceof MalformedOrder)
    return permanentFailure("unexpected-answer", unreadable);
  if (error instanceof FrozenInputLost) return permanentFailure("internal", inputLost);
  if (error instanceof UncompilableDesign || error instanceof UnknownTimezone)
    return permanentFailure("internal", ownFault);
  return { code: "internal", reason: ownFault, isTemporary: true };
};
