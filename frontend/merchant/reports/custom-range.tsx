import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import { AdapterLuxon } from "@mui/x-date-pickers/AdapterLuxon";
import { DatePicker } from "@mui/x-date-pickers/DatePicker";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import { DateTime } from "luxon";
import type { UserOrderFilters } from "#domain/wire/reporting.ts";
import { useSession } from "../services.tsx";

type CustomRangeProps = {
  filters: UserOrderFilters;
  onChange: (change: Partial<UserOrderFilters>) => void;
  problem: string | null;
};

/** First and last day, in the shop's time zone; days to come cannot be chosen (part 1 section 5). */
const CustomRange = ({ filters, onChange, problem }: CustomRangeProps) => {
  const zone = useSession()?.account.iana_timezone ?? "UTC";
  const asDate = (day: string | null) => (day === null ? null : DateTime.fromISO(day, { zone }));
  /** A day that is half typed or in the future is no day. */
  const asDay = (date: DateTime | null) =>
    date?.isValid && date.year > 1999 && date.startOf("day") <= DateTime.now().setZone(zone) ? date.toISODate() : null;
  const from = asDate(filters.order_date_from);
  const to = asDate(filters.order_date_to);
  return (
    <div>
      <LocalizationProvider dateAdapter={AdapterLuxon} adapterLocale="en-GB">
        <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
          <DatePicker
            label="From"
            format="yyyy/LL/dd"
            timezone={zone}
            disableFuture
            value={from}
            onChange={(date) => onChange({ order_date_from: asDay(date) })}
            slotProps={{ textField: { fullWidth: true } }}
          />
          <DatePicker
            label="To"
            format="yyyy/LL/dd"
            timezone={zone}
            disableFuture
            {...(from === null ? {} : { minDate: from })}
            value={to}
            onChange={(date) => onChange({ order_date_to: asDay(date) })}
            slotProps={{ textField: { fullWidth: true } }}
          />
        </Stack>
      </LocalizationProvider>
      <FormHelperText error={problem?.startsWith("The") ?? false} role="status">
        {problem ?? `Whole days in your store's time zone, ${zone}.`}
      </FormHelperText>
    </div>
  );
};

export default CustomRange;
