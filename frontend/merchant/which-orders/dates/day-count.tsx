import TextField from "@mui/material/TextField";
import { useState } from "react";
import { maxLastDays } from "#domain/dates/resolve-date-range.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";

type DayCountProps = { filters: UserOrderFilters; onChange: (change: Partial<UserOrderFilters>) => void };

const parseCount = (text: string): number | undefined => {
  const count = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= maxLastDays ? count : undefined;
};

/** The number of days of 'Last … days'. A number that can't be used gives way to the last good one on leaving the field. */
const DayCount = ({ filters, onChange }: DayCountProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const saved = filters.order_date_days === undefined ? "" : String(filters.order_date_days);
  const isWrong = typed !== null && parseCount(typed) === undefined;
  return (
    <TextField
      label="Number of days"
      value={typed ?? saved}
      onChange={({ target }) => {
        setTyped(target.value);
        const count = parseCount(target.value);
        if (count !== undefined) onChange({ order_date_days: count });
      }}
      onBlur={() => setTyped(null)}
      error={isWrong}
      helperText={
        isWrong ? `Type a number from 1 to ${maxLastDays.toLocaleString("en")}.` : "Whole days, today included."
      }
      slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 5 } }}
      sx={{ maxWidth: 240 }}
    />
  );
};

export default DayCount;
