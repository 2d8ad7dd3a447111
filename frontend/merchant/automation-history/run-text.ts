import { DateTime } from "luxon";
import { ExportStatus, isInProgress } from "#domain/enumerations.ts";
import { describeMissingPictures } from "#domain/export/picture-results.ts";
import { isManual } from "#domain/ledger/events.ts";
import { advisesToAsk, withoutAdviceToAsk } from "#domain/ledger/mail-reach.ts";
import { listOrderNames } from "#domain/orders/unread.ts";
import { describeGoneCarried } from "#domain/reports/gone-orders.ts";
import { describeLateOrders } from "#domain/reports/unread-orders.ts";
import type { AutomationHistoryItem, RunTry } from "#domain/wire/automations/automation-history.ts";
import { describeUnreadOnWire } from "#domain/wire/reports/unread-orders.ts";
import { formatDay, formatInstant, formatMoment } from "../../shared/time/shop-time.ts";
import { sizeText } from "../report-exports/size-text.ts";
import { arrivedLabel } from "../resources/automations/arrived-text.ts";
import { emptyRunText } from "../resources/automations/empty-run-text.ts";
import { formatOrderCount } from "../resources/order-count.ts";

/** S-2.4, verbatim. */
const underWayText =
  "The report is currently being generated. Please refresh the page in a few moments to update its status.";
const sendingText = "The report has been generated and is being sent.";
const canceledText = "User canceled report";

const dayAt = (day: unknown): DateTime | null => {
  const at = typeof day === "string" ? DateTime.fromISO(day) : null;
  return at?.isValid ? at : null;
};

/** Reads the days of stored filters; null if they have none. */
const daysOf = (filters: string): { from: DateTime; to: DateTime } | null => {
  let stored: unknown;
  try {
    stored = JSON.parse(filters);
  } catch {
    return null;
  }
  if (typeof stored !== "object" || stored === null) return null;
  const { order_date_from, order_date_to } = stored as Record<string, unknown>;
  const [from, to] = [dayAt(order_date_from), dayAt(order_date_to)];
  return from === null || to === null ? null : { from, to };
};

/**
 * Formats the days of the stored filters (S-2.2.6): `2026/11/22 until 2026/11/22`; null if they have none. A period
 * within a day has times, `2026/11/22 14:00 until 2026/11/22 15:00`, to tell the day's runs apart.
 */
export const formatRange = ({ Filters, Period }: Pick<AutomationHistoryItem, "Filters" | "Period">, zone: string) => {
  const days = daysOf(Filters);
  if (days === null) return null;
  const [from, to] = [Period.From, Period.To].map((at) => DateTime.fromISO(at, { zone }));
  const isOfHours = [from, to].some((at) => at?.isValid && !at.equals(at.startOf("day")));
  // Without a date filter, the stored filters span more days than the period.
  if (isOfHours && from?.toISODate() === days.from.toISODate())
    return `${formatInstant(Period.From, zone)} until ${formatInstant(Period.To, zone)}`;
  return `${formatDay(days.from)} until ${formatDay(days.to)}`;
};

export const isUnderWay = ({ Status, Outcome }: Pick<AutomationHistoryItem, "Status" | "Outcome">): boolean =>
  Outcome === null && isInProgress(Status as ExportStatus);

/** The text of a run's status; null if the links suffice. */
export const statusText = (run: AutomationHistoryItem, zone: string): { text: string; isError: boolean } | null => {
  if (run.Outcome === "failed" || run.Status === -1)
    return { text: run.FailedReason ?? "The report failed, but no reason was recorded.", isError: true };
  if (run.Status === -2) return { text: canceledText, isError: false };
  if (run.RetryAt !== null) {
    const why = run.Tries.at(-1)?.Reason ?? "The last attempt failed.";
    return { text: `${withoutAdviceToAsk(why)} We try again at ${formatInstant(run.RetryAt, zone)}.`, isError: false };
  }
  if (run.Outcome === null)
    return { text: run.Status === ExportStatus.SendFile ? sendingText : underWayText, isError: false };
  if (run.Outcome === "empty") return { text: emptyRunText(run), isError: false };
  if (run.Expired || run.PublicUrl === null) return { text: goneText(run, zone), isError: false };
  return null;
};

const goneText = ({ ExpiresAt }: AutomationHistoryItem, zone: string): string =>
  ExpiresAt === null
    ? "The file was removed."
    : `The file was kept until ${formatInstant(ExpiresAt, zone)} and then removed.`;

const causes: Readonly<Record<AutomationHistoryItem["Cause"], string | null>> = {
  slot: null,
  test: "Test",
  "catch-up": "Catch-up",
  retry: "After the stop",
  again: "Sent again",
};

/** Label of a run outside the schedule; null for others. */
export const causeLabel = ({ Cause }: Pick<AutomationHistoryItem, "Cause">): string | null => causes[Cause];

/** `Planned for 2026/11/23 00:01 · 12 orders · 48 kB`. */
export const listRunFacts = (run: AutomationHistoryItem, zone: string): string[] => [
  run.Cause === "slot" ? `Planned for ${formatInstant(run.Slot, zone)}` : formatInstant(run.StartedAt, zone),
  ...(run.Orders === null ? [] : [formatOrderCount(run.Orders)]),
  ...(run.Bytes === null ? [] : [sizeText(run.Bytes)]),
];

type Left = Pick<AutomationHistoryItem, "Unread" | "Cause" | "Outcome" | "Arrived">;

/**
 * True if the next report includes the orders that this one lacks. False after a run by hand, or after a failed one
 * that nobody can have.
 */
export const isCarriedToNext = ({ Cause, Outcome, Arrived }: Pick<Left, "Cause" | "Outcome" | "Arrived">): boolean =>
  !isManual(Cause) && (Outcome === "failed" ? Arrived != null : Outcome !== null);

/** Orders that a run's report lacks, and their fate. `hasNext`: a later report exists or is planned. */
export const formatUnreadOrders = (run: Left, hasNext: boolean): string | null => {
  const { Unread } = run;
  if (Unread.length === 0) return null;
  const lacks = describeUnreadOnWire(Unread).join(" ");
  if (!isCarriedToNext(run)) return lacks;
  if (!hasNext) return `${lacks} No further report is planned, so export ${themOf(Unread)} manually.`;
  const carried = Unread.filter(({ HasId }) => HasId);
  const lost = Unread.filter(({ HasId }) => !HasId);
  return `${lacks} ${carriedText(carried, lost)}`;
};

const themOf = ({ length }: Left["Unread"]): string => (length === 1 ? "it" : "them");

const namesOf = (unread: Left["Unread"]): string => listOrderNames(unread.map(({ Order }) => Order));

/** `lost`: orders without an id, which no later report can find. */
const carriedText = (carried: Left["Unread"], lost: Left["Unread"]): string => {
  if (lost.length === 0) return `The next report will include ${themOf(carried)}.`;
  const byHand = `Export ${themOf(lost)} manually once your store can read ${themOf(lost)}.`;
  if (carried.length === 0) return `The next report can't include ${themOf(lost)}. ${byHand}`;
  return `The next report will include ${namesOf(carried)}. It can't include ${namesOf(lost)}. ${byHand}`;
};

/** Orders that an earlier report lacked and this one includes. */
export const formatLateOrders = ({ Late }: Pick<AutomationHistoryItem, "Late">): string | null =>
  describeLateOrders(Late).join(" ") || null;

/** Orders that an earlier report lacked and the store no longer has. */
export const formatGoneOrders = ({ GoneCarried }: Pick<AutomationHistoryItem, "GoneCarried">): string | null =>
  describeGoneCarried(GoneCarried).join(" ") || null;

/** Pictures missing in the file, with the reason. */
export const formatMissingPictures = ({
  FailedPictures,
  LeftPictures,
}: Pick<AutomationHistoryItem, "FailedPictures" | "LeftPictures">): string | null =>
  describeMissingPictures({ failed: FailedPictures, beyond: LeftPictures }).join(" ") || null;

const ended: Readonly<Record<RunTry["Outcome"], string>> = {
  "under-way": "Under way",
  delivered: "Delivered",
  empty: "Empty",
  failed: "Failed",
};

type TitledTry = Pick<RunTry, "Try" | "Outcome" | "Arrived" | "To" | "Refused">;

/** `Attempt 1: Delivered`. A try in which the mail server refused all the others delivered nothing. */
export const tryTitle = ({ Try, Outcome, Arrived, To, Refused }: TitledTry): string => {
  const isRefusal = Outcome === "delivered" && To === null && Refused.length > 0;
  const outcome = isRefusal ? "The others were refused" : ended[Outcome];
  return `Attempt ${Try}: ${Arrived ? arrivedLabel[Arrived] : outcome}`;
};

/** `2026/11/23 00:01:02 to 00:01:40`. */
export const tryTime = ({ At, EndedAt }: RunTry, zone: string): string => {
  const [from, to] = [At, EndedAt].map((instant) => (instant === null ? null : DateTime.fromISO(instant, { zone })));
  const begun = from ? formatMoment(from, { seconds: true }) : "";
  return to ? `${begun} to ${to.toFormat("HH:mm:ss")}` : `Since ${begun}`;
};

/** Recipients that the mail server refused, and those of them that may have the report even so. */
export const refusedText = ({ Refused, MayHaveIt = [] }: Pick<RunTry, "Refused" | "MayHaveIt">): string => {
  const refused = `${Refused.join(", ")}. The mail server doesn't accept mail for ${Refused.length === 1 ? "it" : "them"}.`;
  return MayHaveIt.length === 0 ? refused : `${refused} An earlier attempt may have reached ${MayHaveIt.join(", ")}.`;
};

/** Says how often a delivery began, which explains a second mail. */
export const begunAgainText = ({ Deliveries = 1 }: Pick<RunTry, "Deliveries">): string | null => {
  if (Deliveries === 1) return null;
  return `The delivery began ${Deliveries === 2 ? "twice" : `${Deliveries} times`}, because Sheaf stopped or was too busy in between.`;
};

/** Adds that another try was useless. Only the end of the run advises to ask recipients. */
export const reasonText = (reason: string, { Lasting }: Pick<RunTry, "Lasting">): string =>
  Lasting && !advisesToAsk(reason) ? `${reason} Trying again wouldn't have helped.` : withoutAdviceToAsk(reason);

/** `12 ms`, `3.4 s`. */
export const durationText = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
