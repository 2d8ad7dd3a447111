import { toLocalTime } from "../dates/local-time.ts";
import { listOmittedOrders } from "./carried-orders-text.ts";
import { isUncounted, type LedgerEvent, type RunCause, type RunOutcome, type SkipReason } from "./events.ts";
import { describeFailedReport, endSentence, type MailReach, readMailReach, withoutAdviceToAsk } from "./mail-reach.ts";
import type { CatchUpProgress } from "./planning/catch-up-progress.ts";

const moment = (instant: string, zone: string): string => toLocalTime(instant, zone).toFormat("d LLL yyyy, h:mm a");

const skipReasonText: Readonly<Record<SkipReason, string>> = {
  paused: "while this was paused",
  suspended: "while this was stopped after errors",
  subscription: "because the subscription had ended",
  outage: "because they were late. The next report covers their time",
  reported: "because an earlier report covers their time",
};

const named: Readonly<Record<RunCause, string>> = {
  slot: "The report",
  "catch-up": "The report for skipped time",
  test: "The test",
  retry: "The report after the stop",
  again: "The report sent again",
};
const ended: Readonly<Record<Exclude<RunOutcome, "failed">, string>> = {
  delivered: "was delivered",
  empty: "was empty, so nothing was sent",
};

/** `report`: the sentence's subject. */
const describeOutcome = (report: string, outcome: RunOutcome, arrived: MailReach | null): string =>
  outcome === "failed" ? describeFailedReport(report, arrived) : `${report} ${ended[outcome]}`;

const describeEnd = (
  report: string,
  settled: { outcome: RunOutcome; reason: string | null; arrived?: MailReach },
): string => describeOutcome(report, settled.outcome, readMailReach(settled));

/** Describes skipped slots. Only `outage` needs another wording for the singular. */
const describeSkipped = (count: number, reason: SkipReason): string => {
  const because = skipReasonText[reason];
  if (count > 1) return `${count.toLocaleString("en-US")} reports were skipped ${because}.`;
  return `1 report was skipped ${because.replace("they were", "it was").replace("their", "its")}.`;
};

/** A slot, or neighboring skipped slots. */
type DescribedSlot = {
  from: string;
  count: number;
  /** Null while its run is under way. */
  outcome: RunOutcome | "skipped" | null;
  arrived?: MailReach;
  /** Why slots were skipped. */
  because: SkipReason | null;
};

const describeCatchUpProgress = (count: number, { waiting, calledOff }: CatchUpProgress): string => {
  if (waiting === 0) return calledOff ? " The report for this time was canceled." : "";
  if (waiting >= count) return " The report for this time hasn't been made yet.";
  return ` ${waiting.toLocaleString("en-US")} of them ${waiting === 1 ? "hasn't" : "haven't"} been made yet.`;
};

/**
 * Describes slots for the merchant. `zone`: the shop's. `catchingUp`: for skipped ones.
 * @throws {UnknownTimezone}
 */
export const describeSlotOutcome = (
  { from, count, outcome, arrived, because }: DescribedSlot,
  zone: string,
  catchingUp: CatchUpProgress = { waiting: 0, calledOff: false },
): string => {
  if (outcome === "skipped")
    return `${describeSkipped(count, because ?? "outage")}${describeCatchUpProgress(count, catchingUp)}`;
  const report = `The report of ${moment(from, zone)}`;
  return outcome === null ? `${report} is under way.` : `${describeOutcome(report, outcome, arrived ?? null)}.`;
};

const reports = (count: number): string => (count === 1 ? "1 report" : `${count.toLocaleString("en-US")} reports`);
const choices = { nothing: "", one: " One report will cover the skipped time.", each: "" } as const;

/**
 * Describes an event for the merchant. `zone`: the shop's.
 * @throws {UnknownTimezone}
 */
export const describeLedgerEvent = (event: LedgerEvent, zone: string): string => {
  switch (event.type) {
    case "SlotClaimed":
      return `The report of ${moment(event.data.slot, zone)} began.`;
    case "SlotsSkipped":
      return describeSkipped(event.data.count, event.data.reason);
    case "ExtraRunClaimed":
      return `${named[event.data.cause]} began.`;
    case "TryFailed": {
      const { kind, failedTries, reason, retryAt } = event.data;
      // The run's end gives this advice.
      const sentence = endSentence(withoutAdviceToAsk(reason));
      const next = retryAt === null ? "" : ` We try again at ${toLocalTime(retryAt, zone).toFormat("h:mm a")}.`;
      const counted = isUncounted(kind)
        ? "It doesn't count toward stopping the report."
        : `Failures in a row: ${failedTries}.`;
      return `${sentence}${next} ${counted}`;
    }
    case "TryBroughtForward":
      return "The next attempt was started early.";
    case "SlotSettled":
      return `${describeEnd(`The report of ${moment(event.data.slot, zone)}`, event.data)}${listOmittedOrders(event.data.without)}.${event.data.coveredByNext ? " The next report covers its time." : ""}`;
    case "ExtraRunSettled":
      return `${describeEnd(named[event.data.cause], event.data)}${listOmittedOrders(event.data.without)}.`;
    case "Suspended":
      return `Stopped after ${event.data.failedTries} errors in a row. The first was on ${moment(event.data.firstFailure.at, zone)}.`;
    case "Resumed": {
      const { choice, catchUps, retry, retryOf } = event.data;
      const some = choice === "each" && catchUps.length > 0;
      const each = some
        ? ` ${catchUps.length.toLocaleString("en-US")} reports will cover the skipped time.`
        : choices[choice];
      if (retry && retryOf)
        return catchUps.length === 0
          ? "Started again after the stop. One report of everything that is missing comes first."
          : `Started again after the stop. One report shows whether it works, then ${reports(catchUps.length)} will cover the rest of the missing time.`;
      return retry
        ? `Started again after the stop. One report of everything that is missing comes first.${some ? each : ""}`
        : `Started again.${each}`;
    }
    case "CatchUpsCalledOff": {
      const { because, catchUps } = event.data;
      return `${reports(catchUps.length)} for skipped time ${catchUps.length === 1 ? "was" : "were"} canceled when this was ${because}.`;
    }
    case "AutomationExpired":
      return "The end date has passed. No more reports will be made.";
  }
};
