import { maxFailedTries } from "#domain/ledger/tries.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";

type Failing = Pick<AutomationOnWire, "failed_tries" | "arrived">;

/** The banner's title. Some may have a report that waits, so it isn't denied. */
export const failureTitle = ({ failed_tries, arrived }: Failing): string => {
  if (failed_tries >= maxFailedTries) return "The automated report is stopped due to many consecutive errors.";
  if (failed_tries > 0) return "The automated report is experiencing problems.";
  if (arrived === "some") return "Not all recipients have the report yet. We keep trying.";
  if (arrived === "maybe") return "Nobody has confirmed the report yet. We keep trying.";
  return "The report hasn't been sent yet. We keep trying.";
};

/** Advises on a stopped report. Null if the reason already does. */
export const stoppedAdvice = ({ arrived }: Failing): string | null =>
  arrived === undefined ? "Fix this first, then start it. One report will cover all the missing time." : null;
