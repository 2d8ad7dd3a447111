import { DateTime } from "luxon";

type Covered = { From: string; To: string };

const day = "d LLL yyyy";
const moment = "d LLL yyyy, HH:mm";

const isMidnight = (time: DateTime): boolean => time.equals(time.startOf("day"));

const daysText = (first: DateTime, last: DateTime): string => {
  if (first.hasSame(last, "day")) return last.toFormat(day);
  const head = first.hasSame(last, "month") ? "d" : first.hasSame(last, "year") ? "d LLL" : day;
  return `${first.toFormat(head)} – ${last.toFormat(day)}`;
};

/**
 * The period of an automated report (ISO UTC instants, half open) in the shop's zone. Whole days read as days,
 * including the last (`14 – 20 Nov 2026`); anything else has times (`20 Nov 2026, 14:00 – 15:00`).
 */
export const formatCoveredPeriod = ({ From, To }: Covered, zone: string): string => {
  const [from, to] = [From, To].map((at) => DateTime.fromISO(at, { zone, locale: "en-GB" }));
  if (!from || !to) return "";
  if (isMidnight(from) && isMidnight(to) && from < to) return daysText(from, to.minus({ days: 1 }));
  // Midnight at the end of a day still belongs to that day.
  const isSameDay = from.hasSame(to.minus({ milliseconds: 1 }), "day");
  return `${from.toFormat(moment)} – ${isSameDay ? (isMidnight(to) ? "24:00" : to.toFormat("HH:mm")) : to.toFormat(moment)}`;
};
