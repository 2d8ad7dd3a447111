import type { Frequency } from "../enumerations.ts";
import { getIntervalHours } from "../schedule/frequencies.ts";

/** Retention of report files in days, by their trigger (S-2.9, R-39). */
export const fileKeptDays = {
  manual: 7,
  /** Hourly, every 2 and every 4 hours. */
  upToFourHours: 2,
  /** Every 6, 8 and 12 hours. */
  upToTwelveHours: 4,
  /** Every other schedule. */
  dailyAndLonger: 7,
} as const;

/** Retention of an automated report's file, days. */
export const automatedFileKeptDays = (frequency: Frequency): number => {
  const hours = getIntervalHours(frequency);
  if (hours === null) return fileKeptDays.dailyAndLonger;
  return hours <= 4 ? fileKeptDays.upToFourHours : fileKeptDays.upToTwelveHours;
};

export const longestFileKeptDays = Math.max(...Object.values(fileKeptDays));

/** Maximum days that support can add to a file's retention (ADR 102). */
export const maxExtensionDays = 90;

/**
 * Days for which a report can be made again after its failure, cancel or file's expiry, and its frozen inputs are kept.
 */
export const rerunDays = 30;

/** Days after a file's expiry for which the people in it are known (ADR 15). */
export const peopleKeptDays = 365;

/**
 * Days to answer a customer's request (GDPR, Article 12(3): a month, and two more with a reason), and days for which it
 * is shown.
 */
export const customerAnswerDays = 30;
export const customerRequestKeptDays = 90;

/** Days in the outbox, without a mail server. */
export const outboxKeptDays = 30;

/** Retention in days of: a damaged store's copy, a delivery's end, a received webhook's id, a finished job's id. */
export const asideKeptDays = 7;
export const deliveryKeptDays = 8;
export const webhookIdKeptDays = 7;
export const finishedJobKeptDays = 30;

/** Days for which support can see sent e-mails. */
export const sentMailKeptDays = 30;

/** Minutes after the last throttling. */
export const throttledStatusMinutes = 5;

/** Minutes after the last view of a live report for which its newest orders are known. */
export const arrivalsKeptMinutes = 30;

/** Minutes for which a live report's orders and page stay in memory. */
export const liveKeptMinutes = 1;

/** Lifetime of a ticket for an impersonation session, and of the session. */
export const supportTicketSeconds = 60;
export const impersonationSessionMinutes = 15;

/** Maximum lifetime, even in use. */
export const supportSessionHours = 8;

/** Hours for which a repeated command is recognized (ADR 119). */
export const repeatedCommandHours = 24;
/** Hours for which an export's progress is known, and after which an unused login ends. */
export const progressKeptHours = 24;
export const unusedLoginHours = 36;

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Until when an ended export can be made again; null if its end is unknown. All instants are ISO UTC. */
export const rerunUntil = ({
  expiresAt,
  endedAt,
}: {
  expiresAt: string | null;
  endedAt?: string | null;
}): string | null => {
  const from = expiresAt ?? endedAt ?? null;
  return from === null ? null : new Date(Date.parse(from) + rerunDays * dayMs).toISOString();
};
