import { dayMs, sentMailKeptDays } from "#domain/retention/retention.ts";
import type { ConsoleMail } from "#domain/wire/support/console-alerts.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import { StoreUnwritable } from "#infra/ports/store-errors.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { maxNewest, readNewestByDay, toUtcDay } from "../pages/newest-by-day.ts";

/** Status of a mail, without addresses or content. */
export type MailRecord = Omit<ConsoleMail, "title" | "at" | "since">;
/**
 * A stored mail. Old notes lack `since` and `reason`; mails that don't wait lack `since`. `unanswered`: how often a
 * mail server had the whole mail, but its response was lost or is awaited; absent if never.
 */
type StoredMail = Omit<ConsoleMail, "id" | "title" | "since" | "reason"> & {
  since?: string;
  reason?: string | null;
  unanswered?: number;
};

const prefix = "mail:";
/** Reasons for a mail that the mail server probably received in full. */
export const unansweredReasons = {
  awaited: "its answer to the whole mail is awaited",
  lost: "its answer to the whole mail was lost",
};
/** Reason for an address that our mail server can't take. */
export const lettersReason = "it doesn't accept letters outside ASCII before the @";
/** Beginning of the reason of a mail that failed again after a lost response. */
const mayHaveArrivedBefore = "the first sending may have arrived, as its answer was lost";
/** `reason`: of the newest failure. */
export const addMayHaveArrived = (reason: string | null): string =>
  `${mayHaveArrivedBefore}; now: ${reason ?? "it fails"}`;
const countPattern = /^\d+ of \d+ recipients ha(?:s|ve) it; /;
/** Removes the count of recipients from a reason. The rest is about the newest failure. */
export const withoutCount = (reason: string): string => reason.replace(countPattern, "");
/** True if an earlier attempt may have arrived. */
export const mayHaveArrived = ({ reason }: Pick<ConsoleMail, "reason">): boolean =>
  reason?.startsWith(mayHaveArrivedBefore) ?? false;
const byDayIndex = "mailed-on";
const byShopIndex = "mailed-for";
const undeliveredIndex = "mails-untaken";

/** Outcomes of a mail that no mail server took and that is retried. */
export type UndeliveredOutcome = Extract<MailRecord["outcome"], "waiting" | "refused">;
/** True if no mail server took the mail, and it is retried. */
export const isUndelivered = (outcome: MailRecord["outcome"]): outcome is UndeliveredOutcome =>
  outcome === "waiting" || outcome === "refused";

const rowOf = (key: string, { since, reason = null, unanswered: _, ...kept }: StoredMail): ConsoleMail => ({
  id: key.slice(prefix.length),
  ...kept,
  since: since ?? null,
  reason,
});

/** Short reason for an unsent mail, without addresses. */
export const formatMailReason = (error: unknown): string | null => {
  if (error instanceof MailUnavailable) return error.reason;
  if (error instanceof MailRefused && error.because === "letters") return lettersReason;
  if (error instanceof MailRefused)
    return error.command === undefined ? `code ${error.code}` : `code ${error.code} to ${error.command}`;
  return error instanceof StoreUnwritable ? "the disk can't be written to" : null;
};

type RecordDeps = { state: Pick<StateStore, "get" | "put">; clock: Pick<Clock, "wall"> };

export type MailStatus = {
  outcome: MailRecord["outcome"];
  /** Start of the wait; undefined if the mail doesn't wait. A stuck mail waits again when retried. */
  since: string | undefined;
  /** Number of attempts that were possibly accepted without a response. */
  unanswered: number;
};

const statusIn = ({ outcome, since, unanswered = 0 }: StoredMail): MailStatus => ({
  outcome,
  since: isUndelivered(outcome) ? since : undefined,
  unanswered,
});

/** Status of a mail; undefined if there is no note. */
export const readMailStatus = async (
  { state }: Pick<RecordDeps, "state">,
  id: string,
): Promise<MailStatus | undefined> => {
  const entry = await state.get<StoredMail>(`${prefix}${id}`);
  return entry && statusIn(entry.value);
};

/**
 * Replaces the status of a mail, for health notes, metrics and the console. Repeat until it succeeds. `unanswered`:
 * unchanged by default. `isOurs`: true if our own mail server holds the mail up or refuses it, which raises an alert;
 * default: true.
 * @throws {StoreBusy} and {StoreUnwritable}: not recorded
 */
export const recordMail = async (
  { state, clock }: RecordDeps,
  { id, unanswered: counted, isOurs = true, ...note }: MailRecord & { unanswered?: number; isOurs?: boolean },
): Promise<void> => {
  const now = clock.wall();
  const at = now.toISOString();
  const key = `${prefix}${id}`;
  const waits = isUndelivered(note.outcome) || note.outcome === "stuck";
  const before = (await state.get<StoredMail>(key))?.value;
  const known = before && statusIn(before);
  const since = (note.outcome === "stuck" ? before?.since : known?.since) ?? at;
  const unanswered = counted ?? known?.unanswered ?? 0;
  const value: StoredMail = { ...note, at, ...(waits && { since }), ...(unanswered > 0 && { unanswered }) };
  await state.put(key, value, {
    expiresAt: new Date(now.getTime() + sentMailKeptDays * dayMs),
    index: {
      [byDayIndex]: toUtcDay(now),
      [byShopIndex]: note.tenant,
      ...(isOurs && isUndelivered(note.outcome) && { [undeliveredIndex]: note.outcome }),
    },
    // There are many notes about reports, and runs record the same. For other e-mails, this note is all that makes us
    // send them again.
    durable: note.kind === "report" ? "soon" : "at once",
  });
};

type Reading = { state: Pick<StateStore, "find">; clock: Pick<Clock, "wall"> };

/** Mails that wait for our mail server or were refused by it, and are retried. */
export const readUndelivered = async (
  { state }: Pick<Reading, "state">,
  outcome: UndeliveredOutcome,
): Promise<ConsoleMail[]> => {
  const entries = await state.find<StoredMail>(undeliveredIndex, outcome, maxNewest);
  return entries.map(({ key, value }) => rowOf(key, value));
};

/** Reads the newest e-mails, of all shops or of one. */
export const readMails = async ({ state, clock }: Reading, tenant: string | undefined): Promise<ConsoleMail[]> => {
  if (tenant === undefined)
    return readNewestByDay({ state, clock }, { index: byDayIndex, days: sentMailKeptDays, rowOf });
  const entries = await state.find<StoredMail>(byShopIndex, tenant, maxNewest * 5);
  return entries.map(({ key, value }) => rowOf(key, value));
};

export const readMail = async (
  { state }: { state: Pick<StateStore, "get"> },
  id: string,
): Promise<ConsoleMail | undefined> => {
  const entry = await state.get<StoredMail>(`${prefix}${id}`);
  return entry && rowOf(entry.key, entry.value);
};
