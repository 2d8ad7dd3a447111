import { dayMs, mailKnownDays } from "#domain/retention/retention.ts";
import type { ConsoleMail } from "#domain/wire/support/console-signs.ts";
import { StoreUnwritable } from "#infra/ports/busy.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { dayOf, mostNewest, newestByDay } from "../pages/newest-by-day.ts";

/** Status of a mail, without addresses or content. */
export type MailNote = Omit<ConsoleMail, "at" | "since">;
/**
 * `since` and `reason` are absent in old notes; `since` also for mails that don't wait. `unanswered`: how often a mail
 * server had the whole mail, but its answer was lost or is awaited; absent if never.
 */
type Kept = Omit<ConsoleMail, "id" | "since" | "reason"> & {
  since?: string;
  reason?: string | null;
  unanswered?: number;
};

const prefix = "mail:";
const onDay = "mailed-on";
const toShop = "mailed-for";
const untaken = "mails-untaken";

/** Outcomes of a mail that no server took and that is retried. */
export type Untaken = Extract<MailNote["outcome"], "waiting" | "refused">;
/** True if no mail server took the mail yet and it is retried. */
export const isUntaken = (outcome: MailNote["outcome"]): outcome is Untaken =>
  outcome === "waiting" || outcome === "refused";

const rowOf = (key: string, { since, reason = null, unanswered: _, ...kept }: Kept): ConsoleMail => ({
  id: key.slice(prefix.length),
  ...kept,
  since: since ?? null,
  reason,
});

/** Short reason why no mail server took a mail, without addresses. */
export const reasonOf = (error: unknown): string | null => {
  if (error instanceof MailUnavailable) return error.reason;
  if (error instanceof MailRefused) return `code ${error.code}`;
  return error instanceof StoreUnwritable ? "the disk takes no writes" : null;
};

type Noting = { state: Pick<StateStore, "get" | "put">; clock: Pick<Clock, "wall"> };

/**
 * Status of a mail by its note. `since`: when the waiting began; undefined if it doesn't wait. A stuck mail that is
 * retried waits anew. `unanswered`: how often a mail server may have taken it without an answer.
 */
export type MailStanding = { outcome: MailNote["outcome"]; since: string | undefined; unanswered: number };

const standingIn = ({ outcome, since, unanswered = 0 }: Kept): MailStanding => ({
  outcome,
  since: isUntaken(outcome) ? since : undefined,
  unanswered,
});

/** Status of a mail; undefined if there is no note. */
export const mailStanding = async ({ state }: Pick<Noting, "state">, id: string): Promise<MailStanding | undefined> => {
  const entry = await state.get<Kept>(`${prefix}${id}`);
  return entry && standingIn(entry.value);
};

/**
 * Records the status of a mail, over the one before. Health notes, metrics and the console read it, so repeat the call
 * until it succeeds. `unanswered`: see {@link MailStanding}; default: unchanged. `isOurs`: a waiting mail waits for our mail
 * server, which is an alert; default: true.
 * @throws {StoreBusy} and {StoreUnwritable}: not recorded
 */
export const noteMail = async (
  { state, clock }: Noting,
  { id, unanswered: counted, isOurs = true, ...note }: MailNote & { unanswered?: number; isOurs?: boolean },
): Promise<void> => {
  const now = clock.wall();
  const at = now.toISOString();
  const key = `${prefix}${id}`;
  const waits = isUntaken(note.outcome) || note.outcome === "stuck";
  const before = (await state.get<Kept>(key))?.value;
  const known = before && standingIn(before);
  const since = (note.outcome === "stuck" ? before?.since : known?.since) ?? at;
  const unanswered = counted ?? known?.unanswered ?? 0;
  const value: Kept = { ...note, at, ...(waits && { since }), ...(unanswered > 0 && { unanswered }) };
  await state.put(key, value, {
    expiresAt: new Date(now.getTime() + mailKnownDays * dayMs),
    index: {
      [onDay]: dayOf(now),
      [toShop]: note.tenant,
      ...(isOurs && isUntaken(note.outcome) && { [untaken]: note.outcome }),
    },
    // Notes of reports are many, and their runs hold the same facts. Other mails are sent again by their note alone.
    durable: note.kind === "report" ? "soon" : "at once",
  });
};

type Reading = { state: Pick<StateStore, "find">; clock: Pick<Clock, "wall"> };

/** Mails that our mail server has not taken, or has refused, and that are retried. */
export const readUntaken = async ({ state }: Pick<Reading, "state">, outcome: Untaken): Promise<ConsoleMail[]> => {
  const entries = await state.find<Kept>(untaken, outcome, mostNewest);
  return entries.map(({ key, value }) => rowOf(key, value));
};

/** The newest mails, of all shops or of one. */
export const readMails = async ({ state, clock }: Reading, tenant: string | undefined): Promise<ConsoleMail[]> => {
  if (tenant === undefined) return newestByDay({ state, clock }, { index: onDay, days: mailKnownDays, rowOf });
  const entries = await state.find<Kept>(toShop, tenant, mostNewest * 5);
  return entries.map(({ key, value }) => rowOf(key, value));
};

/** One mail by its id. */
export const readMail = async (
  { state }: { state: Pick<StateStore, "get"> },
  id: string,
): Promise<ConsoleMail | undefined> => {
  const entry = await state.get<Kept>(`${prefix}${id}`);
  return entry && rowOf(entry.key, entry.value);
};
