import { AutomationStatus } from "#domain/enumerations.ts";
import { maxFailedTries } from "#domain/ledger/tries.ts";
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";

type Failing = Pick<AutomationOnWire, "failed_tries" | "arrived">;

/** Returns the banner's title. It doesn't deny a report that some recipients may have. */
export const failureTitle = ({ failed_tries, arrived }: Failing): string => {
  if (failed_tries >= maxFailedTries) return "The automated report is stopped due to many consecutive errors.";
  if (failed_tries > 0) return "The automated report is experiencing problems.";
  if (arrived === "some") return "Not all recipients have the report yet. We'll keep trying.";
  if (arrived === "maybe") return "The report hasn't been confirmed yet. We'll keep trying.";
  return "The report hasn't been sent yet. We'll keep trying.";
};

/** Says when the report is tried again. Null if never, or while that is unknown. */
export const describeNextTry = (
  { status }: Pick<AutomationOnWire, "status">,
  info: Pick<AutomationInfo, "RetryAt"> | undefined,
  zone: string,
): string | null => {
  if (!info) return null;
  if (info.RetryAt) return `Next attempt: ${formatInstant(info.RetryAt, zone)}.`;
  return status === AutomationStatus.SuspendedRetry ? "We're trying again now." : null;
};
