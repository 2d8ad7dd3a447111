import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { lazy, Suspense } from "react";
import { DateRange } from "#domain/enumerations.ts";
import type { UserOrderFilters } from "#domain/wire/reporting.ts";
import { dateRangeLabels, type Problem } from "./date-ranges.ts";
import type { CountState } from "./order-count.ts";
import { OrderCountLine } from "./order-count-line.tsx";

const CustomRange = lazy(() => import("./custom-range.tsx"));

type FiltersStepProps = {
  filters: UserOrderFilters;
  onChange: (change: Partial<UserOrderFilters>) => void;
  problem: Problem | null;
  count: CountState;
};

/** Step 3: which orders. */
export const FiltersStep = ({ filters, onChange, problem, count }: FiltersStepProps) => (
  <Stack spacing={2}>
    <TextField
      select
      fullWidth
      label="Date range"
      value={filters.order_date_range}
      onChange={(event) => {
        const chosen = dateRangeLabels.find(({ range }) => String(range) === String(event.target.value));
        if (chosen) onChange({ order_date_range: chosen.range });
      }}
      slotProps={{ select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 420 } } } } } }}
    >
      {dateRangeLabels.map(({ range, label }) => (
        <MenuItem key={range} value={range}>
          {label}
        </MenuItem>
      ))}
    </TextField>
    {filters.order_date_range === DateRange.custom && (
      <Suspense fallback={<Box sx={{ minHeight: 80 }} />}>
        <CustomRange filters={filters} onChange={onChange} problem={problem} />
      </Suspense>
    )}
    <OrderCountLine count={count} />
  </Stack>
);
