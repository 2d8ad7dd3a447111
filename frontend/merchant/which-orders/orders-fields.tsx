import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { DateTime } from "luxon";
import { type ReactNode, Suspense } from "react";
import { DateRange } from "#domain/enumerations.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { firstAndLastDay, formatRangeDays } from "../../shared/time/range-days.ts";
import { createLazyPart } from "../loading/create-lazy-part.tsx";
import type { FilterList } from "../resources/filters/use-filter-list.ts";
import { MissingOrder } from "../resources/missing-order/missing-order.tsx";
import { useShopNow } from "../use-shop-now.ts";
import { DateRangeField } from "./dates/date-range-field.tsx";
import type { Problem } from "./dates/date-ranges.ts";
import { type ChosenFilter, conditionsKey } from "./filter/chosen-filter.ts";
import { FilterCard } from "./filter/filter-card.tsx";
import { FilterField } from "./filter/filter-field.tsx";
import { FilterNotice } from "./filter/filter-notice.tsx";
import { OrdersChoice } from "./specific-orders/orders-choice.tsx";

const CustomRange = createLazyPart(() => import("./dates/custom-range.tsx"));
const DayCount = createLazyPart(() => import("./dates/day-count.tsx"));

/** Starts a newly chosen range with the days shown before. */
const firstDetails = (range: DateRange, shown: UserOrderFilters, now: DateTime): Partial<UserOrderFilters> => {
  const days = firstAndLastDay(shown, now);
  // The days shown before are a year back already.
  const typed = { order_date_year_before: false };
  if (range === DateRange.custom)
    return { ...typed, ...(days && { order_date_from: days.from, order_date_to: days.to }) };
  if (range === DateRange.sinceDay) return { ...typed, order_date_from: days?.from ?? now.toISODate() };
  if (range === DateRange.lastDays) return { order_date_days: shown.order_date_days ?? 30 };
  return range === DateRange.noFilter ? { order_date_year_before: false } : {};
};

type OrdersFieldsProps = {
  filters: UserOrderFilters;
  filterList: FilterList;
  chosenFilter: ChosenFilter;
  onChange: (change: Partial<UserOrderFilters>) => void;
  problem: Problem | null;
  /** The server has saved the current choices. */
  saved: boolean;
  chosenOrders: ReadonlySet<string>;
  onChooseOrders: (chosen: ReadonlySet<string>) => void;
  /** Hidden while orders are chosen one by one (S-1.4). */
  count?: ReactNode;
  /** Orders left by each condition of the filter. */
  funnel?: ReactNode;
};

/** Chooses orders by filter, dates, or individually. */
export const OrdersFields = (props: OrdersFieldsProps) => {
  const { filters, filterList, chosenFilter, onChange, problem, saved, chosenOrders, onChooseOrders } = props;
  const selects = chosenOrders.size > 0;
  const now = useShopNow();
  const chooseRange = (range: DateRange) => onChange({ order_date_range: range, ...firstDetails(range, filters, now) });
  const choose = (id: string | null) => onChange({ report_filter_id: id });
  return (
    <Stack spacing={1.5}>
      {/* Side by side if there is room, so the button stays visible. */}
      <Box
        sx={{
          display: "grid",
          gap: 1.5,
          columnGap: 2,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
        }}
      >
        <FilterField list={filterList} id={filters.report_filter_id} chosen={chosenFilter} onChoose={choose} />
        <DateRangeField filters={filters} now={now} onChoose={chooseRange} onChange={onChange} />
      </Box>
      <FilterNotice list={filterList} chosen={chosenFilter} onForget={() => choose(null)} />
      {filters.order_date_range === DateRange.lastDays && (
        <Suspense fallback={<Box sx={{ minHeight: 90 }} />}>
          <DayCount filters={filters} onChange={onChange} />
        </Suspense>
      )}
      {(filters.order_date_range === DateRange.custom || filters.order_date_range === DateRange.sinceDay) && (
        <Suspense fallback={<Box sx={{ minHeight: 90 }} />}>
          <CustomRange key={filters.order_date_range} filters={filters} onChange={onChange} problem={problem} />
        </Suspense>
      )}
      <Box>
        <OrdersChoice
          chosen={chosenOrders}
          onChange={onChooseOrders}
          days={problem === null ? formatRangeDays(filters, now) : null}
          filter={chosenFilter}
          saved={saved}
        />
        {!selects && props.count}
      </Box>
      {!selects && props.funnel}
      {!selects && problem === null && (
        <MissingOrder of={{ UserOrderFilters: filters, At: null }} conditions={conditionsKey(chosenFilter)} />
      )}
      <FilterCard chosen={chosenFilter} selects={selects} />
    </Stack>
  );
};
