import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { Suspense } from "react";
import { DateRange, type FileType } from "#domain/enumerations.ts";
import type { UserOrderFilters } from "#domain/wire/reporting.ts";
import { lazyPart } from "../frame/lazy-part.tsx";
import { DateRangeField } from "./date-range-field.tsx";
import type { Problem } from "./date-ranges.ts";
import type { CountState } from "./order-count.ts";
import { OrderCountLine } from "./order-count-line.tsx";
import { rangeDays } from "./range-days.ts";
import { OrdersChoice } from "./specific-orders/orders-choice.tsx";
import { useShopNow } from "./use-shop-now.ts";

const CustomRange = lazyPart(() => import("./custom-range.tsx"));

type FiltersStepProps = {
  fileType: FileType;
  filters: UserOrderFilters;
  onChange: (change: Partial<UserOrderFilters>) => void;
  problem: Problem | null;
  count: CountState;
  /** Whether the server knows the present choices. */
  saved: boolean;
  chosenOrders: ReadonlySet<string>;
  onChooseOrders: (chosen: ReadonlySet<string>) => void;
};

/** Step 3: which orders. */
export const FiltersStep = (props: FiltersStepProps) => {
  const { fileType, filters, onChange, problem, count, saved, chosenOrders, onChooseOrders } = props;
  const now = useShopNow();
  return (
    <Stack spacing={1.5}>
      <DateRangeField filters={filters} now={now} onChoose={(range) => onChange({ order_date_range: range })} />
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
          saved={saved}
        />
        {/* Chosen orders hide the count (part 1 section 4). */}
        {chosenOrders.size === 0 && <OrderCountLine count={count} fileType={fileType} />}
      </Box>
    </Stack>
  );
};
