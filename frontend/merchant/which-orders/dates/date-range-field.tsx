import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { DateTime } from "luxon";
import { DateRange } from "#domain/enumerations.ts";
import { rangeFromWire } from "#domain/wire/filters/range-from-wire.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { dateRangeLabels, describeRange } from "../../../shared/time/date-range-labels.ts";
import { formatZone } from "../../../shared/time/format-zone.ts";
import { formatRangeDays } from "../../../shared/time/range-days.ts";
import { useMenuPosition } from "../../../shared/ui/use-menu-position.ts";
import { DateBasisButton } from "./date-basis-button.tsx";

type DateRangeFieldProps = {
  filters: UserOrderFilters;
  now: DateTime;
  onChoose: (range: DateRange) => void;
  onChange: (change: Partial<UserOrderFilters>) => void;
};

const typedRanges: readonly DateRange[] = [DateRange.custom, DateRange.sinceDay];

const quiet = { color: "text.secondary", fontWeight: 400, fontVariantNumeric: "tabular-nums" } as const;

/** `Europe/Athens time`, `America/New York time`. */
const zoneText = (now: DateTime): string => `${formatZone(now.zoneName ?? "UTC")} time`;

/** The date ranges, each with its days in the shop's zone. */
export const DateRangeField = ({ filters, now, onChoose, onChange }: DateRangeFieldProps) => {
  const daysOf = (range: DateRange) => formatRangeDays({ ...filters, order_date_range: range }, now);
  const days = daysOf(filters.order_date_range);
  const place = useMenuPosition("center");
  return (
    <Box>
      <TextField
        select
        fullWidth
        label="Date range"
        value={filters.order_date_range}
        onChange={(event) => {
          const wanted = dateRangeLabels.find(({ range }) => String(range) === String(event.target.value));
          if (wanted) onChoose(wanted.range);
        }}
        slotProps={{
          select: {
            renderValue: () => describeRange(rangeFromWire(filters)),
            ...place.select,
          },
        }}
      >
        {dateRangeLabels.map(({ range, label }) => (
          <MenuItem key={range} value={range}>
            <Box component="span" sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, flex: 1, minWidth: 0 }}>
              <Box component="span" sx={{ flex: 1, whiteSpace: "nowrap" }}>
                {label}
              </Box>
              {daysOf(range) && (
                <Box component="span" sx={quiet}>
                  {daysOf(range)}
                </Box>
              )}
            </Box>
          </MenuItem>
        ))}
      </TextField>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 2, mt: 0.5 }}>
        {days && (
          <Typography variant="body2" sx={{ ...quiet, flex: "1 1 auto" }}>
            {days}
            {/* Typed dates have their own sentence. */}
            {!typedRanges.includes(filters.order_date_range) && `, ${zoneText(now)}`}
          </Typography>
        )}
        {filters.order_date_range !== DateRange.noFilter && (
          <DateBasisButton
            chosen={filters.order_date_basis}
            onChoose={(order_date_basis) => onChange({ order_date_basis })}
          />
        )}
        {filters.order_date_range !== DateRange.noFilter && (
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={filters.order_date_year_before ?? false}
                onChange={(_, checked) => onChange({ order_date_year_before: checked })}
              />
            }
            label="A year earlier"
            slotProps={{ typography: { variant: "body2" } }}
            sx={{ mr: 0 }}
          />
        )}
      </Box>
    </Box>
  );
};
