import type { DateTime } from "luxon";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { getErrorMessage } from "../../shared/api/api-error.ts";
import { isGone } from "../../shared/saving/refusals.ts";
import { useFilter } from "../resources/filters/use-filter.ts";
import { emptyReportHints } from "./empty-hints.ts";
import { filterHints } from "./filter-hints.ts";

type Choices = {
  /** Null if unknown. */
  filters: UserOrderFilters | null;
  /** The time of the choice, in the shop's zone. */
  moment: DateTime;
  /** A requested report, not the page's choices. */
  isReport: boolean;
  /** Orders are chosen one by one, so the dates do not apply. */
  selects: boolean;
};

/** Likely reasons of an empty report, including its filter's (S-1.5). `filter`: the current version. */
export const useEmptyHints = ({ filters, moment, isReport, selects }: Choices) => {
  const id = filters?.report_filter_id ?? null;
  const filter = useFilter(id, { watches: false });
  const ofDates = filters !== null && !selects ? emptyReportHints(filters, moment) : [];
  const ofFilter = (): string[] => {
    if (id === null) return [];
    if (isGone(filter.error))
      return [
        isReport
          ? "The report was made with a filter that has since been deleted, so its conditions can't be shown."
          : "The filter you chose was deleted. Choose another one.",
      ];
    if (filter.data !== undefined) return filterHints(filter.data.data.fields, selects);
    return filter.isError ? [`We couldn't read the filter. ${getErrorMessage(filter.error)}`] : [];
  };
  return {
    hints: [...ofDates, ...ofFilter()],
    isReading: id !== null && filter.isPending,
    filter: id === null || isGone(filter.error) ? null : (filter.data?.data ?? null),
  };
};
