import type { DateTime } from "luxon";
import { rangeFromWire } from "#domain/wire/filters/range-from-wire.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { describeRange } from "../../../shared/time/date-range-labels.ts";
import { formatRangeDays } from "../../../shared/time/range-days.ts";
import type { ChosenFilter } from "../../which-orders/filter/chosen-filter.ts";

const filterWords = (chosen: ChosenFilter): string => {
  if (chosen.state === "known") return chosen.filter.fields.title;
  return chosen.state === "gone" ? "a deleted filter" : chosen.state === "none" ? "no filter" : "";
};

/** `Monthly accounts · no filter · 22 Oct – 20 Nov 2026`. */
export const describeConfiguration = (
  design: string,
  chosen: ChosenFilter,
  filters: UserOrderFilters,
  selected: number,
  now: DateTime,
): string => {
  const orders =
    selected > 0
      ? `${selected.toLocaleString("en")} selected order${selected === 1 ? "" : "s"}`
      : (formatRangeDays(filters, now) ?? describeRange(rangeFromWire(filters)) ?? "");
  return [design, filterWords(chosen), orders].filter((part) => part !== "").join(" · ");
};
