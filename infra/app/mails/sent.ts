import { dayMs, mailKnownDays } from "#domain/retention/retention.ts";
import type { ConsoleMail } from "#domain/wire/console-signs.ts";
import type { Clock } from "../../ports/clock.ts";
import type { StateStore } from "../../ports/state-store.ts";
import type { Log } from "../log.ts";
import { dayOf, mostNewest, newestByDay } from "../newest-by-day.ts";

/** What became of a mail: never an address or a word of it. */
export type MailNote = Omit<ConsoleMail, "at">;
type Kept = Omit<ConsoleMail, "id">;

const prefix = "mail:";
const onDay = "mailed-on";
const toShop = "mailed-for";

const rowOf = (key: string, kept: Kept): ConsoleMail => ({ id: key.slice(prefix.length), ...kept });

/**
 * Keeps for people of support what became of a mail; what becomes of it next takes its place. The mail itself has gone or not by then, so that a note
 * that cannot be kept is logged and no more.
 */
export const noteMail = async (
  { state, clock, log }: { state: StateStore; clock: Clock; log: Log },
  { id, ...note }: MailNote,
): Promise<void> => {
  const now = clock.wall();
  const value: Kept = { ...note, at: now.toISOString() };
  try {
    await state.put(`${prefix}${id}`, value, {
      expiresAt: new Date(now.getTime() + mailKnownDays * dayMs),
      index: { [onDay]: dayOf(now), [toShop]: note.tenant },
      durable: "soon",
    });
  } catch (err) {
    log.warn({ mail: id, err }, "What became of a mail could not be noted for the support console.");
  }
};

/** The newest mails, of all shops or of one. */
export const readMails = async (
  { state, clock }: { state: Pick<StateStore, "find">; clock: Clock },
  tenant: string | undefined,
): Promise<ConsoleMail[]> => {
  if (tenant === undefined) return newestByDay({ state, clock }, { index: onDay, days: mailKnownDays, rowOf });
  const entries = await state.find<Kept>(toShop, tenant, mostNewest * 5);
  return entries.map(({ key, value }) => rowOf(key, value));
};

/** One mail by its id. */
export const readMail = async ({ state }: { state: Pick<StateStore, "get"> }, id: string) => {
  const entry = await state.get<Kept>(`${prefix}${id}`);
  return entry && rowOf(entry.key, entry.value);
};
