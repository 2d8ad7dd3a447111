import { dayMs, mailKnownDays } from "#domain/retention/retention.ts";
import type { ConsoleMail } from "#domain/wire/support/console-signs.ts";
import { StoreUnwritable } from "#infra/ports/busy.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import { MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { dayOf, mostNewest, newestByDay } from "../pages/newest-by-day.ts";

/** What became of a mail: never an address or a word of it. */
export type MailNote = Omit<ConsoleMail, "at" | "since">;
/** `since` and `reason` are absent in notes of old; `since` of mails that don't wait, too. */
type Kept = Omit<ConsoleMail, "id" | "since" | "reason"> & { since?: string; reason?: string | null };

const prefix = "mail:";
const onDay = "mailed-on";
const toShop = "mailed-for";
const untaken = "mails-untaken";

/** Outcomes of a mail that no mail server took, and that is tried again. */
export type Untaken = Extract<MailNote["outcome"], "waiting" | "refused">;
const isUntaken = (outcome: MailNote["outcome"]): outcome is Untaken => outcome === "waiting" || outcome === "refused";

/** A report is tried again within an hour. One whose note is older than this is tried no more, ms. */
const reportGivenUpAfter = 2 * 3_600_000;

const rowOf =
  (now: number) =>
  (key: string, { since, reason = null, ...kept }: Kept): ConsoleMail => {
    const isOver = kept.kind === "report" && isUntaken(kept.outcome) && now - Date.parse(kept.at) > reportGivenUpAfter;
    const row = { id: key.slice(prefix.length), ...kept, since: since ?? null, reason };
    return isOver ? { ...row, outcome: "failed", since: null } : row;
  };

/** Tells in a few words why no mail server took a mail. Without addresses. */
export const reasonOf = (error: unknown): string | null => {
  if (error instanceof MailUnavailable) return error.reason;
  if (error instanceof MailRefused) return `code ${error.code}`;
  return error instanceof StoreUnwritable ? "the disk takes no writes" : null;
};

/**
 * Keeps for people of support what became of a mail; what becomes of it next takes its place. The mail itself has gone or not by then, so that a note
 * that cannot be kept is logged and no more.
 */
export const noteMail = async (
  { state, clock, log }: { state: StateStore; clock: Clock; log: Log },
  { id, ...note }: MailNote,
): Promise<void> => {
  const now = clock.wall();
  const at = now.toISOString();
  const key = `${prefix}${id}`;
  try {
    const waits = isUntaken(note.outcome) || note.outcome === "stuck";
    const before = waits ? (await state.get<Kept>(key))?.value : undefined;
    const since = before?.since ?? at;
    const value: Kept = { ...note, at, ...(waits && { since }) };
    await state.put(key, value, {
      expiresAt: new Date(now.getTime() + mailKnownDays * dayMs),
      index: {
        [onDay]: dayOf(now),
        [toShop]: note.tenant,
        ...(isUntaken(note.outcome) && { [untaken]: note.outcome }),
      },
      durable: "soon",
    });
  } catch (err) {
    log.warn({ mail: id, err }, "What became of a mail could not be noted for the support console.");
  }
};

type Reading = { state: Pick<StateStore, "find">; clock: Pick<Clock, "wall"> };

/** Mails that our mail server has not taken yet, or has refused, and that are tried again. */
export const readUntaken = async ({ state, clock }: Reading, outcome: Untaken): Promise<ConsoleMail[]> => {
  const entries = await state.find<Kept>(untaken, outcome, mostNewest);
  const row = rowOf(clock.wall().getTime());
  return entries.map(({ key, value }) => row(key, value)).filter((one) => one.outcome === outcome);
};

/** The newest mails, of all shops or of one. */
export const readMails = async ({ state, clock }: Reading, tenant: string | undefined): Promise<ConsoleMail[]> => {
  const row = rowOf(clock.wall().getTime());
  if (tenant === undefined) return newestByDay({ state, clock }, { index: onDay, days: mailKnownDays, rowOf: row });
  const entries = await state.find<Kept>(toShop, tenant, mostNewest * 5);
  return entries.map(({ key, value }) => row(key, value));
};

/** One mail by its id. */
export const readMail = async (
  { state, clock }: { state: Pick<StateStore, "get">; clock: Pick<Clock, "wall"> },
  id: string,
) => {
  const entry = await state.get<Kept>(`${prefix}${id}`);
  return entry && rowOf(clock.wall().getTime())(entry.key, entry.value);
};
