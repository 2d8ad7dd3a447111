import { createInstantFormatter, formatDay } from "../dates/format.ts";
import { dateBasisWords } from "../orders/date-basis-words.ts";
import { quoteText } from "../text/quote-text.ts";
import type { ReportDescription } from "./report-description.ts";

/** `Orders from 2026/10/01 to 2026/10/31`, `Orders paid on 2026/10/01`. */
export const describeOrders = ({ chosen, days, basis }: ReportDescription, userDateFormat: number): string => {
  if (chosen > 0) return chosen === 1 ? "1 chosen order" : `${chosen} chosen orders`;
  const last = formatDay(days.last, userDateFormat);
  if (days.first === null) return `All orders up to ${last}`;
  const first = formatDay(days.first, userDateFormat);
  const orders = basis ? `Orders ${dateBasisWords[basis]}` : "Orders";
  return first === last ? `${orders} on ${first}` : `${orders} from ${first} to ${last}`;
};

/** `Filter “Wholesale”: Orders tagged “b2b”.` Empty without a filter, or for an untitled one that keeps everything. */
const describeFilterClause = ({ filter }: ReportDescription): string => {
  if (filter === null) return "";
  if (filter.title === null) return filter.conditions;
  return `Filter ${quoteText(filter.title)}: ${filter.conditions || "kept every order."}`;
};

/** One line each for shop and orders, filter, creation time and zone. */
export const formatReportDescription = (description: ReportDescription, userDateFormat: number): string[] =>
  [
    `${description.shop} · ${describeOrders(description, userDateFormat)}`,
    describeFilterClause(description),
    `Generated ${createInstantFormatter(description.zone, userDateFormat)(description.requestedAt)}, times in ${description.zone}`,
  ].filter((line) => line !== "");
