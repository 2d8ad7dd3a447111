import { periodWords } from "#domain/destinations/period-words.ts";
import type { ConsoleAsked } from "#domain/wire/support/console.ts";
import { dateRangeLabels } from "../../shared/time/date-range-labels.ts";
import { periodText } from "../../shared/time/range-days.ts";

const labelOf = (range: ConsoleAsked["range"]) => dateRangeLabels.find((one) => one.range === range)?.label;

const chosenText = (chosen: number): string =>
  `${chosen.toLocaleString("en")} chosen ${chosen === 1 ? "order" : "orders"}`;

/** Worded as in the merchant's list of exports, or in mails of automated reports, whose periods may be hours. */
const periodSaid = ({ range, period, chosen }: ConsoleAsked): string | undefined => {
  if (period === null || chosen > 0) return undefined;
  const { from, to, zone } = period;
  return range === null && from !== null
    ? periodWords({ from, to }, zone).period
    : periodText({ From: from, To: to, Zone: zone });
};

/** The requested orders of a report, in the merchant's words. */
export const askedWords = (asked: ConsoleAsked): { name: string; text: string }[] => {
  const { range, period, chosen } = asked;
  const facts: [name: string, text: string | undefined][] = [
    chosen > 0
      ? ["Orders", chosenText(chosen)]
      : ["Date range", labelOf(range) ?? (period === null ? "Not kept" : undefined)],
    ["Orders of", periodSaid(asked)],
    ["Time zone", period?.zone],
  ];
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]));
};
