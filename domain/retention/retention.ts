import type { Frequency } from "../enumerations.ts";
import { hoursBetween } from "../schedule/frequencies.ts";

/** Days for which the file of a report is kept, by what asked for it (S-2.9, R-39). */
export const fileKeptDays = {
  manual: 7,
  /** Automated: hourly, every 2 and every 4 hours. */
  upToFourHours: 2,
  /** Automated: every 6, 8 and 12 hours. */
  upToTwelveHours: 4,
  /** Automated: every other schedule. */
  dailyAndLonger: 7,
} as const;

/** Days for which the file of an automated report is kept, by its schedule. */
export const automatedFileKeptDays = (frequency: Frequency): number => {
  const hours = hoursBetween(frequency);
  if (hours === null) return fileKeptDays.dailyAndLonger;
  return hours <= 4 ? fileKeptDays.upToFourHours : fileKeptDays.upToTwelveHours;
};

/** The longest of them. */
export const longestFileKeptDays = Math.max(...Object.values(fileKeptDays));

/** Days for which support can have a file kept beyond its own time, at most (ADR 102). */
export const longerKeptDays = 90;

/** Days for which a report can be made again: from its failure or cancel, or from the end of its file's time. So long its frozen inputs are kept. */
export const madeAgainDays = 30;

/** Days for which it is known who was in a file, after the file's time (ADR 15). */
export const peopleKeptDays = 365;

/** Days that a customer's question may take (GDPR, Article 12(3): a month, and two more where there is a reason), and for which it is shown. */
export const customerAnswerDays = 30;
export const customerRequestKeptDays = 90;

/** Days for which a mail waits in the outbox to be taken, where there is no mail server. */
export const outboxKeptDays = 30;

/** Days for which a copy of a damaged store is kept, the end of a delivery, the id of a webhook that came, and that of a job that is done. */
export const asideKeptDays = 7;
export const deliveryKnownDays = 8;
export const webhookKnownDays = 7;
export const jobKnownDays = 30;

/** Days for which support can see which mails were sent. */
export const mailKnownDays = 30;

/** Minutes for which it is known that the platform holds a shop's calls back, after the last time. */
export const throttledKnownMinutes = 5;

/** Minutes for which it is known which orders arrived last, after somebody looked at a live report. */
export const arrivalsKnownMinutes = 30;

/** Minutes for which the orders of a live report stay in memory after they were read, and the page that was made of them. */
export const liveKeptMinutes = 1;

/** How long a ticket for a look of support into a shop is good, and the look. */
export const supportTicketSeconds = 60;
export const supportLookMinutes = 15;

/** Hours for which a person of support is signed in at most, however often they use the console. */
export const supportSessionHours = 8;

/** Hours for which it is known how a command was answered and how far a report has come, and for which a log-in lasts that nobody uses. */
export const answerKnownHours = 24;
export const progressKnownHours = 24;
export const logInKnownHours = 36;

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** ISO instant until which an export that has ended can be made again; null where its end is not known. Instants are ISO UTC. */
export const againUntil = ({
  expiresAt,
  endedAt,
}: {
  expiresAt: string | null;
  endedAt?: string | null;
}): string | null => {
  const from = expiresAt ?? endedAt ?? null;
  return from === null ? null : new Date(Date.parse(from) + madeAgainDays * dayMs).toISOString();
};
