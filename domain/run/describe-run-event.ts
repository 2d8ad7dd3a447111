import { toLocalTime } from "../dates/local-time.ts";
import { listLateOrders, listOmittedOrders } from "../ledger/carried-orders-text.ts";
import type { FailureKind, RunCause, RunOutcome } from "../ledger/events.ts";
import {
  addMailReach,
  advisesToAsk,
  describeFailedReport,
  describePartlyReached,
  endSentence,
  readMailReach,
  recipientsAdvice,
  withoutAdviceToAsk,
  withoutReached,
} from "../ledger/mail-reach.ts";
import type { Period } from "../schedule/schedule.ts";
import type { RunDataOf, RunEvent } from "./events.ts";

const counted = (count: number, one: string): string =>
  `${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`;

const moment = (instant: string, zone: string): string => toLocalTime(instant, zone).toFormat("d LLL yyyy, h:mm a");

/**
 * Formats dates for whole days, otherwise with times.
 * @throws {UnknownTimezone}
 */
export const describeRunPeriod = ({ from, to }: Period, zone: string): string => {
  const [first, end] = [toLocalTime(from, zone), toLocalTime(to, zone)];
  const wholeDays = [first, end].every((one) => one.equals(one.startOf("day")));
  if (!wholeDays) return `${moment(from, zone)} to ${moment(to, zone)}`;
  const last = end.minus({ milliseconds: 1 });
  const day = (of: typeof first) => of.toFormat("d LLL yyyy");
  return first.hasSame(last, "day") ? day(first) : `${day(first)} to ${day(last)}`;
};

const startPhrases: Readonly<Record<RunCause, string>> = {
  slot: "Started as planned",
  "catch-up": "Started for time that was skipped",
  test: "Started as a test",
  retry: "Started again after it was stopped",
  again: "Started again by hand",
};

const endPhrases: Readonly<Record<Exclude<RunOutcome, "failed">, string>> = {
  delivered: "The report was delivered.",
  empty: "The report was empty, so nothing was sent.",
};

/** Adds a hint if a retry is useless. `what` may be empty. */
const failed = (what: string, reason: string, kind: FailureKind): string => {
  const sentence = endSentence(reason);
  const hint = kind === "lasting" && !advisesToAsk(reason) ? " Trying again would not help." : "";
  return `${what === "" ? "" : `${what} `}${sentence}${hint}`;
};

const addressesOf = (count: number): string => (count === 1 ? "their address" : "their addresses");

const describeRefusedRecipients = ({
  refused = [],
  mayHaveIt = [],
}: Pick<RunDataOf<"DeliveryFailed">, "refused" | "mayHaveIt">): string => {
  const [missed, unsure] = [refused.length - mayHaveIt.length, mayHaveIt.length];
  const sentences = [
    missed > 0 &&
      ` ${counted(missed, "recipient")} didn't get it, as the mail server refused ${addressesOf(missed)} for good.`,
    unsure > 0 &&
      ` ${counted(unsure, "recipient")} may have it from an earlier attempt, though the mail server refuses ${addressesOf(unsure)} for good now.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join("");
};

/** True if a reason names those refused for good by their places. */
const namesRefused = (reason: string): boolean =>
  /\brefused (?:recipients? .+?|all recipients|(?:all \d+ recipients|both recipients|the only recipient) .+?) for good\b/.test(
    reason,
  );
const saysNotSent = (reason: string): boolean => /couldn't (?:be sent|send the report)/.test(reason);

const describeUnsendable = (count: number): string => {
  if (count === 0) return "";
  return ` ${counted(count, "recipient")} didn't get it, as our mail server doesn't accept the letters before the @ of ${addressesOf(count)}.`;
};

/** A try may fail though the report has arrived, or after an earlier try whose answer was lost. */
const describeFailedDelivery = (data: RunDataOf<"DeliveryFailed">): string => {
  const { kind, reason, reached } = data;
  const arrived = readMailReach(data);
  const missed = namesRefused(reason) ? "" : describeRefusedRecipients(data);
  if (arrived && arrived.reached > 0) {
    const others = withoutReached(addMailReach(reason, arrived));
    return `${failed(`${describePartlyReached("The report", arrived)}.`, others, kind)}${missed}`;
  }
  // Old events don't have the number of recipients.
  const some = reached === 0 ? "" : ` ${counted(reached, "recipient")} got it.`;
  const unconfirmed = reached === 0 ? "Nobody confirmed the report." : "Not all recipients confirmed the report.";
  const notSent = saysNotSent(reason) ? "" : `The report could not be sent${arrived ? " again" : ""}.`;
  const what = kind === "unconfirmed" ? unconfirmed : notSent;
  return `${failed(what, reason, kind)}${some}${missed}`;
};

/** The words are the receiver's or ours. The demo's outbox names itself. */
const describeAnswer = (answer: string): string => {
  if (answer === "") return "";
  return answer.startsWith("Demo: ") ? ` ${answer}.` : ` Answer: ${answer}`;
};

const inTry = (n: number): string => (n === 1 ? "" : ` (attempt ${n})`);

/**
 * Describes an event of a run for the merchant. `zone`: the shop's. `covers`: the file's period if known; with the date
 * filter off it differs from the run's (R-41). Quotes receivers' words as stored, without addresses.
 * @throws {UnknownTimezone}
 */
export const describeRunEvent = (
  event: RunEvent,
  { zone, covers }: { zone: string; covers?: Period | undefined },
): string => {
  switch (event.type) {
    case "RunStarted":
      return `${startPhrases[event.data.cause]}: ${describeRunPeriod(covers ?? event.data.period, zone)}.`;
    case "RunExportRequested":
      return `The report is being made${inTry(event.data.try)}.`;
    case "RunExportFinished":
      return `The report is ready: ${counted(event.data.orders, "order")} in ${counted(event.data.rows, "row")}${listOmittedOrders(event.data.without)}${listLateOrders(event.data.late)}.`;
    case "RunExportEmpty":
      return `The report is empty${listOmittedOrders(event.data.without)}, so there is nothing to send.`;
    case "RunExportFailed":
      return failed("The report could not be made.", event.data.reason, event.data.kind);
    case "DeliveryStarted":
      return `The report is being sent${inTry(event.data.try)}.`;
    case "DeliveryConfirmed": {
      const { to, before, answer, unsendable = [] } = event.data.receipt;
      const sent = before ? `The report had reached ${to} before.` : `The report was sent to ${to}.`;
      const missed = `${describeRefusedRecipients(event.data.receipt)}${describeUnsendable(unsendable.length)}`;
      return `${sent}${missed}${describeAnswer(answer)}`;
    }
    case "DeliveryFailed":
      // Another attempt may follow. The run's end advises.
      return withoutAdviceToAsk(describeFailedDelivery(event.data));
    case "RunEnded": {
      if (event.data.outcome !== "failed") return endPhrases[event.data.outcome];
      const arrived = readMailReach(event.data);
      const told = `${describeFailedReport("The report", arrived)}.`;
      return arrived?.unsure ? `${told} ${recipientsAdvice}` : told;
    }
  }
};
