import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import { AdapterLuxon } from "@mui/x-date-pickers/AdapterLuxon";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import { DateTime } from "luxon";
import { useState } from "react";
import { DateRange } from "#domain/enumerations.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { useShopZone } from "../../use-shop-zone.ts";
import { type Problem, typedDay } from "./date-ranges.ts";
import { DayField } from "./day-field.tsx";

type CustomRangeProps = {
  filters: UserOrderFilters;
  onChange: (change: Partial<UserOrderFilters>) => void;
  problem: Problem | null;
};

/** First and last day, or the first alone, in the shop's zone; future days cannot be chosen (S-1.5). */
const CustomRange = ({ filters, onChange, problem }: CustomRangeProps) => {
  const zone = useShopZone();
  const [problems, setProblems] = useState<{ from: Problem | null; to: Problem | null }>({ from: null, to: null });
  const asDate = (day: string | null) => (day === null ? null : DateTime.fromISO(day, { zone }));
  const take = (end: "from" | "to") => (date: DateTime | null) => {
    const typed = typedDay(date, DateTime.now().setZone(zone));
    setProblems((known) => ({ ...known, [end]: typed.problem }));
    onChange(end === "from" ? { order_date_from: typed.day } : { order_date_to: typed.day });
  };
  const from = asDate(filters.order_date_from);
  const isOpen = filters.order_date_range === DateRange.sinceDay;
  const visibleProblem = problems.from ?? (isOpen ? null : problems.to) ?? problem;
  return (
    <div>
      <LocalizationProvider dateAdapter={AdapterLuxon} adapterLocale="en-GB">
        <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
          <DayField label={isOpen ? "Since" : "From"} zone={zone} initial={from} onChange={take("from")} />
          {!isOpen && (
            <DayField
              label="To"
              zone={zone}
              initial={asDate(filters.order_date_to)}
              min={from ?? undefined}
              onChange={take("to")}
            />
          )}
        </Stack>
      </LocalizationProvider>
      <FormHelperText error={visibleProblem?.isWrong ?? false} role="status">
        {visibleProblem?.sentence ?? `Whole days in your store's time zone, ${zone}.`}
      </FormHelperText>
    </div>
  );
};

export default CustomRange;
