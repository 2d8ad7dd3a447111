import { UnknownTimezone } from "#domain/dates/local-time.ts";
import type { FailureCode } from "#domain/export/events.ts";
import { UnreadableValue } from "#domain/filters/wishes.ts";
import { UncompilableDesign } from "#domain/groupings/plan.ts";
import { HoldsTooMuch } from "#domain/reports/weight.ts";
import { NotADecimal } from "#domain/text/decimal.ts";
import { FrozenInputLost } from "#infra/app/freeze-input.ts";
import { StoreFull, StoreUnwritable } from "#infra/ports/busy.ts";
import { PlatformError, type PlatformErrorCode } from "#infra/ports/store-platform.ts";

/** What is told of an attempt that failed, and whether another one may fare better. */
export type Failure = { code: FailureCode; reason: string; passing: boolean };

/** Thrown when an export can never be made as it was asked for; the message is a sentence for the merchant. */
export class CannotExport extends Error {
  override name = "CannotExport";
}

const platformCodes: Readonly<Record<PlatformErrorCode, FailureCode>> = {
  "reconnect-needed": "reconnect-needed",
  "access-denied": "access-denied",
  "shop-unavailable": "shop-unavailable",
  "search-refused": "search-refused",
  unavailable: "platform-unavailable",
  "unexpected-answer": "unexpected-answer",
};

const ownFault =
  "Something went wrong on our side. Please generate the report again, and contact us if it happens again.";
const unreadable = "The store sent an order that we cannot read. Please contact us, so that we can look into it.";
const lost = "What this report was to hold is no longer stored. Please generate the report again.";

const waited = "We can see this and have to put it right. Please generate the report again later, or contact us.";
const noSpace = `There is no space left on the server's disk; the report has waited an hour for some. ${waited}`;
const unwritable = `The server's disk takes no files; the report has waited an hour for it. ${waited}`;

const mendFilter = "Please open the filter, change this value and generate the report again.";

const lasting = (code: FailureCode, reason: string): Failure => ({ code, reason, passing: false });

/** The sentence a merchant reads. Platform errors bring their own; the details of all others stay in the log. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof PlatformError) {
    return { code: platformCodes[error.code], reason: error.message, passing: error.code === "unavailable" };
  }
  if (error instanceof StoreFull) return lasting("no-space", noSpace);
  if (error instanceof StoreUnwritable) return lasting("unwritable", unwritable);
  if (error instanceof UnreadableValue) return lasting("internal", `${error.message} ${mendFilter}`);
  if (error instanceof CannotExport || error instanceof HoldsTooMuch) return lasting("internal", error.message);
  if (error instanceof NotADecimal) return lasting("unexpected-answer", unreadable);
  if (error instanceof FrozenInputLost) return lasting("internal", lost);
  if (error instanceof UncompilableDesign || error instanceof UnknownTimezone) return lasting("internal", ownFault);
  return { code: "internal", reason: ownFault, passing: true };
};
