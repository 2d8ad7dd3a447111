import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { DateTime } from "luxon";
import type { DateRange } from "#domain/enumerations.ts";
import type { UserOrderFilters } from "#domain/wire/reporting.ts";
import { dateRangeLabels } from "./date-ranges.ts";
import { rangeDays } from "./range-days.ts";

type DateRangeFieldProps = { filters: UserOrderFilters; now: DateTime; onChoose: (range: DateRange) => void };

/** The date ranges, each with the days that it means in the shop's time zone. */
export const DateRangeField = ({ filters, now, onChoose }: DateRangeFieldProps) => (
  <TextField
    select
    fullWidth
    label="Date range"
    value={filters.order_date_range}
    onChange={(event) => {
      const chosen = dateRangeLabels.find(({ range }) => String(range) === String(event.target.value));
      if (chosen) onChoose(chosen.range);
    }}
    slotProps={{ select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 460 } } } } } }}
  >
    {dateRangeLabels.map(({ range, label }) => {
      const days = rangeDays({ ...filters, order_date_range: range }, now);
      return (
        <MenuItem key={range} value={range}>
          <Box component="span" sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, flex: 1, minWidth: 0 }}>
            <Box component="span" sx={{ flex: 1, whiteSpace: "nowrap" }}>
              {label}
            </Box>
            {days && (
              <Box
                component="span"
                sx={{ color: "text.secondary", fontWeight: 400, fontVariantNumeric: "tabular-nums" }}
              >
                {days}
              </Box>
            )}
          </Box>
        </MenuItem>
      );
    })}
  </TextField>
);
