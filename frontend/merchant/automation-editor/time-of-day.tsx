import { AdapterLuxon } from "@mui/x-date-pickers/AdapterLuxon";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import { TimeField } from "@mui/x-date-pickers/TimeField";
import { DateTime } from "luxon";
import { useEffect, useState } from "react";
import { formatZone } from "../../shared/time/format-zone.ts";
import type { Editing } from "./use-automation-editor.ts";

/** Any day without a clock change. */
const midnight = DateTime.utc(2026, 1, 1);

/** The time of day of a report: minutes since midnight, shown HH:MM (S-2.9). */
export const TimeOfDay = ({ session, state, zone }: Editing & { zone: string }) => {
  const minutes = state.draft.custom_hour;
  const [typed, setTyped] = useState<DateTime | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time was saved, or taken over from another window
  useEffect(() => setIsTyping(false), [minutes]);
  const isHalf = isTyping && !typed?.isValid;
  const problem = isHalf ? "Type hours and minutes, such as 08:30." : state.problems.custom_hour;
  return (
    <LocalizationProvider dateAdapter={AdapterLuxon} adapterLocale="en-GB">
      <TimeField
        label="Time"
        fullWidth
        format="HH:mm"
        ampm={false}
        timezone="UTC"
        value={isTyping ? typed : midnight.plus({ minutes })}
        onChange={(time) => {
          setTyped(time);
          setIsTyping(true);
          if (time?.isValid) session.change({ custom_hour: time.hour * 60 + time.minute }, "after-pause");
        }}
        onBlur={session.flush}
        error={problem !== undefined}
        helperText={problem ?? `In your shop's time zone, ${formatZone(zone)}.`}
        slotProps={{ textField: { slotProps: { formHelperText: { "aria-live": "polite" } } } }}
      />
    </LocalizationProvider>
  );
};
