import { DatePicker } from "@mui/x-date-pickers/DatePicker";
import type { DateTime } from "luxon";
import { useState } from "react";

type DayFieldProps = {
  label: string;
  zone: string;
  /** The day that is saved already; from then on the field remembers by itself what is typed. */
  initial: DateTime | null;
  min?: DateTime | undefined;
  onChange: (typed: DateTime | null) => void;
};

/**
 * One day, typed or picked. It keeps a half-typed or impossible date as it stands: handed back from the page state such a
 * date would be 'no day', and the field would empty itself under the typing hand.
 */
export const DayField = ({ label, zone, initial, min, onChange }: DayFieldProps) => {
  const [typed, setTyped] = useState(initial);
  return (
    <DatePicker
      label={label}
      format="yyyy/LL/dd"
      timezone={zone}
      disableFuture
      {...(min === undefined ? {} : { minDate: min })}
      value={typed}
      onChange={(date) => {
        setTyped(date);
        onChange(date);
      }}
      localeText={{ openDatePickerDialogue: (day) => `Choose date: ${label}${day ? `, now ${day}` : ""}` }}
      slotProps={{ textField: { fullWidth: true } }}
    />
  );
};
