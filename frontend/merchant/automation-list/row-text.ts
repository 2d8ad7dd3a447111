import { DateTime } from "luxon";
import { AutomationStatus } from "#domain/enumerations.ts";
import type { MailReachOnWire } from "#domain/ledger/mail-reach.ts";
import type { LastRun, ListedAutomation } from "#domain/wire/automations/automations.ts";
import { describeDay, type ShopDay } from "../../shared/time/describe-day.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { arrivedLabel } from "../resources/automations/arrived-text.ts";
import { isDue } from "../resources/automations/is-due.ts";

type Planned = Pick<ListedAutomation, "status" | "next_execution" | "retry_at" | "under_way">;

/** The next run or try in the shop's zone, or why there is none. */
export const describeNext = (
  { status, next_execution, retry_at, under_way }: Planned,
  zone: string,
  now: DateTime = DateTime.now(),
): string => {
  if (retry_at) {
    const next = formatInstant(retry_at, zone);
    // A pause doesn't stop a begun run (D-6).
    return status === AutomationStatus.Paused
      ? `One report still goes out. Next attempt: ${next}`
      : `Next attempt: ${next}`;
  }
  if (under_way && isDue(next_execution, now)) return "Next: after the report under way";
  if (next_execution !== null) return `Next: ${formatInstant(next_execution, zone)}`;
  switch (status) {
    case AutomationStatus.Paused:
      return "Start it to send reports";
    case AutomationStatus.Expired:
      return "Its end date has passed";
    case AutomationStatus.Suspended:
      return "Stopped after errors";
    case AutomationStatus.SuspendedRetry:
      return "Trying again now";
    default:
      return "Nothing is planned";
  }
};

const outcomes: Readonly<Record<LastRun["Outcome"], string>> = {
  delivered: "Delivered",
  empty: "Empty",
  failed: "Failed",
};

const firstWaits: Readonly<Record<MailReachOnWire, string>> = {
  some: "First report: some recipients have it",
  maybe: "First report: may have arrived",
};

type Ran = Pick<ListedAutomation, "last_run" | "under_way" | "retry_at" | "arrived">;

/** `Last: Delivered yesterday, 00:02`; before the first outcome, its progress. */
export const describeLast = ({ last_run: last, under_way, retry_at, arrived }: Ran, day: ShopDay): string => {
  if (last === undefined) return "";
  if (last === null) {
    if (retry_at) return arrived ? firstWaits[arrived] : "First report: not sent yet";
    return under_way ? "First report: being made" : "No planned runs yet";
  }
  const time = DateTime.fromISO(last.At, { zone: day.zone }).toFormat("HH:mm");
  const outcome = last.Arrived ? arrivedLabel[last.Arrived] : outcomes[last.Outcome];
  return `Last: ${outcome} ${describeDay(last.At, day)}, ${time}`;
};
