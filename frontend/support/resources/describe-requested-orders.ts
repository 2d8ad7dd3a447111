import { describePeriod } from "#domain/destinations/period-text.ts";
import type { ConsoleOrderSelection } from "#domain/wire/support/console.ts";
import { describeRange } from "../../shared/time/date-range-labels.ts";
import { formatPeriod } from "../../shared/time/range-days.ts";

const chosenText = (chosen: number): string =>
  `${chosen.toLocaleString("en")} chosen ${chosen === 1 ? "order" : "orders"}`;

/**
 * Formats the period like the merchant's list of exports, or like e-mails of automated reports, whose periods may be
 * hours.
 */
const formatAskedPeriod = ({ range, period, chosen }: ConsoleOrderSelection): string | undefined => {
  if (period === null || chosen > 0) return undefined;
  const { from, to, zone } = period;
  return range === null && from !== null
    ? describePeriod({ from, to }, zone).period
    : formatPeriod({ From: from, To: to, Zone: zone });
};

/** Describes a report's requested orders in the merchant's words. */
export const describeRequestedOrders = (asked: ConsoleOrderSelection): { name: string; text: string }[] => {
  const { range, period, chosen } = asked;
  const facts: [name: string, text: string | undefined][] = [
    chosen > 0
      ? ["Orders", chosenText(chosen)]
      : [
          "Date range",
          (range === null ? undefined : describeRange(range)) ?? (period === null ? "Not kept" : undefined),
        ],
    ["Orders of", formatAskedPeriod(asked)],
    ["Time zone", period?.zone],
  ];
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]));
};
