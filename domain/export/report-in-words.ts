import { formatDay, instantFormatter } from "../dates/format.ts";
import { quoted } from "../text/quoted.ts";
import type { ReportAbout } from "./about-report.ts";

/** Which orders a report is of: `Orders from 2026/10/01 to 2026/10/31`. */
export const ordersInWords = ({ chosen, days }: ReportAbout, userDateFormat: number): string => {
  if (chosen > 0) return chosen === 1 ? "1 chosen order" : `${chosen} chosen orders`;
  const last = formatDay(days.last, userDateFormat);
  if (days.first === null) return `All orders up to ${last}`;
  const first = formatDay(days.first, userDateFormat);
  return first === last ? `Orders on ${first}` : `Orders from ${first} to ${last}`;
};

/** Its filter: `Filter “Wholesale”: Orders tagged “b2b”.` Empty without one, and of a nameless one that keeps everything. */
const filterInWords = ({ filter }: ReportAbout): string => {
  if (filter === null) return "";
  if (filter.title === null) return filter.conditions;
  return `Filter ${quoted(filter.title)}: ${filter.conditions || "kept every order."}`;
};

/** What a file says of itself to a person, a line each: whose orders of when, its filter, and when it was made in which zone. */
export const reportInWords = (about: ReportAbout, userDateFormat: number): string[] =>
  [
    `${about.shop} · ${ordersInWords(about, userDateFormat)}`,
    filterInWords(about),
    `Generated ${instantFormatter(about.zone, userDateFormat)(about.requestedAt)}, times in ${about.zone}`,
  ].filter((line) => line !== "");
