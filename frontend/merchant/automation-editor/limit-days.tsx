import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Switch from "@mui/material/Switch";
import { AdapterLuxon } from "@mui/x-date-pickers/AdapterLuxon";
import { DatePicker } from "@mui/x-date-pickers/DatePicker";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import { DateTime } from "luxon";
import { useEffect, useState } from "react";
import { currentDayForm } from "../../shared/time/day-form.ts";
import { useShopNow } from "../use-shop-now.ts";
import type { Editing } from "./use-automation-editor.ts";

type LimitDayProps = Editing & {
  field: "starts_from" | "ends_to";
  words: { toggle: string; label: string; off: string };
  /** The day to set when the limit is switched on (S-2.4). */
  first: (today: DateTime) => DateTime;
};

const iso = (day: DateTime): string => day.toFormat("yyyy-LL-dd");

/** A field for a day that limits the schedule, with a switch. */
const LimitDay = ({ session, state, field, words, first }: LimitDayProps) => {
  const now = useShopNow();
  const zone = now.zoneName ?? "UTC";
  const saved = state.draft[field];
  // A half-typed or impossible date stays in the field, unsaved.
  const [typed, setTyped] = useState<DateTime | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day was saved, or taken over from another window
  useEffect(() => setIsTyping(false), [saved]);
  const day = saved === null ? null : DateTime.fromISO(saved, { zone });
  const choose = (chosen: DateTime | null) => {
    setTyped(chosen);
    setIsTyping(true);
    if (chosen?.isValid && chosen.year >= 1970) session.change({ [field]: iso(chosen) }, "at-once");
  };
  const isHalf = isTyping && (typed === null || !typed.isValid);
  const problem = isHalf ? "That isn't a date. Choose one." : state.problems[field];
  return (
    <Box>
      <FormControlLabel
        label={words.toggle}
        control={
          <Switch
            checked={saved !== null}
            onChange={(event) =>
              session.change({ [field]: event.target.checked ? iso(first(now.startOf("day"))) : null }, "at-once")
            }
          />
        }
        // Aligns the switch with the fields.
        sx={{ ml: -1, mb: 1 }}
      />
      {saved === null ? (
        <FormHelperText sx={{ mx: 0, mt: 0 }}>{words.off}</FormHelperText>
      ) : (
        <DatePicker
          label={words.label}
          format={currentDayForm()}
          timezone={zone}
          disablePast
          value={isTyping ? typed : day}
          onChange={choose}
          localeText={{
            openDatePickerDialogue: (shown) => `Choose date: ${words.label}${shown ? `, now ${shown}` : ""}`,
          }}
          slotProps={{
            textField: {
              fullWidth: true,
              error: problem !== undefined,
              helperText: problem,
              slotProps: { formHelperText: { "aria-live": "polite" } },
            },
          }}
        />
      )}
    </Box>
  );
};

/** The first and last day of an automated report, both in the future (R-42). */
export const LimitDays = (editing: Editing) => (
  <LocalizationProvider dateAdapter={AdapterLuxon} adapterLocale="en-GB">
    <Box
      sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" } }}
    >
      <LimitDay
        {...editing}
        field="starts_from"
        words={{ toggle: "Start date", label: "First day", off: "Starts as soon as it's active." }}
        first={(today) => today}
      />
      <LimitDay
        {...editing}
        field="ends_to"
        words={{ toggle: "End date", label: "Last day", off: "Runs until you pause it." }}
        first={(today) => today.plus({ months: 1 })}
      />
    </Box>
  </LocalizationProvider>
);
