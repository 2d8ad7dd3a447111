import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { Suspense } from "react";
import { DateRange, type FileType } from "#domain/enumerations.ts";
import type { UserOrderFilters } from "#domain/wire/reporting.ts";
import { firstAndLastDay, rangeDays } from "../../shared/time/range-days.ts";
import { lazyPart } from "../loading/lazy-part.tsx";
import type { FilterList } from "../resources/filters/use-filter-list.ts";
import type { CheckState } from "../resources/order-check/use-order-check.ts";
import type { CountState } from "../resources/order-count.ts";
import { useShopNow } from "../use-shop-now.ts";
import { DateRangeField } from "./date-range-field.tsx";
import type { Problem } from "./date-ranges.ts";
import type { ChosenFilter } from "./filter/chosen-filter.ts";
import { FilterCard } from "./filter/filter-card.tsx";
import { FilterField } from "./filter/filter-field.tsx";
import { FilterNotice } from "./filter/filter-notice.tsx";
import { OrderCountLine } from "./order-count-line.tsx";
import { OrdersChoice } from "./specific-orders/orders-choice.tsx";

const FilterFunnel = lazyPart(() => import("../resources/order-check/filter-funnel.tsx"));
const CustomRange = lazyPart(() => import("./custom-range.tsx"));

type FiltersStepProps = {
  fileType: FileType;
  filters: UserOrderFilters;
  filterList: FilterList;
  chosenFilter: ChosenFilter;
  onChange: (change: Partial<UserOrderFilters>) => void;
  problem: Problem | null;
  count: CountState;
  check: CheckState;
  /** Whether the server knows the present choices. */
  saved: boolean;
  chosenOrders: ReadonlySet<string>;
  onChooseOrders: (chosen: ReadonlySet<string>) => void;
};

/** Step 3: which orders. */
export const FiltersStep = (props: FiltersStepProps) => {
  const { fileType, filters, filterList, chosenFilter, onChange, problem, count, check, saved } = props;
  const { chosenOrders, onChooseOrders } = props;
  const selects = chosenOrders.size > 0;
  const now = useShopNow();
  /** One's own dates begin with those that were shown before. */
  const chooseRange = (range: DateRange) => {
    const days = range === DateRange.custom ? firstAndLastDay(filters, now) : null;
    onChange({ order_date_range: range, ...(days && { order_date_from: days.from, order_date_to: days.to }) });
  };
  const choose = (id: string | null) => onChange({ report_filter_id: id });
  return (
    <Stack spacing={1.5}>
      {/* Side by side where there is room, so that the button stays in sight. */}
      <Box
        sx={{
          display: "grid",
          gap: 1.5,
          columnGap: 2,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
        }}
      >
        <FilterField list={filterList} id={filters.report_filter_id} chosen={chosenFilter} onChoose={choose} />
        <DateRangeField filters={filters} now={now} onChoose={chooseRange} />
      </Box>
      <FilterNotice list={filterList} chosen={chosenFilter} onForget={() => choose(null)} />
      {filters.order_date_range === DateRange.custom && (
        <Suspense fallback={<Box sx={{ minHeight: 90 }} />}>
          <CustomRange filters={filters} onChange={onChange} problem={problem} />
        </Suspense>
      )}
      <Box>
        <OrdersChoice
          chosen={chosenOrders}
          onChange={onChooseOrders}
          days={problem === null ? rangeDays(filters, now) : null}
          filter={chosenFilter}
          saved={saved}
        />
        {/* Chosen orders hide the count (S-1.4). */}
        {!selects && <OrderCountLine count={count} check={check} fileType={fileType} />}
      </Box>
      {!selects && chosenFilter.state === "known" && (
        <Suspense fallback={null}>
          <FilterFunnel
            key={chosenFilter.filter.id}
            filter={chosenFilter.filter}
            check={check}
            all="Orders on these dates"
          />
        </Suspense>
      )}
      <FilterCard chosen={chosenFilter} selects={selects} />
    </Stack>
  );
};
