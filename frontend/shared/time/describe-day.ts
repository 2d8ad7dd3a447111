import { DateTime } from "luxon";

/** The shop's current day (`YYYY-MM-DD`), and its zone. */
export type ShopDay = { today: string; zone: string };

/** A past instant as a day in the shop: `today`, `yesterday`, `6 days ago`, `22 Oct`, `22 Oct 2025`. */
export const describeDay = (instant: string, { today, zone }: ShopDay): string => {
  const at = DateTime.fromISO(instant, { zone }).setLocale("en-GB");
  const now = DateTime.fromISO(today, { zone });
  const days = Math.round(now.diff(at.startOf("day"), "days").days);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 7) return `${days} days ago`;
  return at.toFormat(at.hasSame(now, "year") ? "d LLL" : "d LLL yyyy");
};
