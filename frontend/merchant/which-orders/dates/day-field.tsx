import { DatePicker } from "@mui/x-date-pickers/DatePicker";
import type { DateTime } from "luxon";
import { useState } from "react";
import { currentDayForm } from "../../../shared/time/day-form.ts";

type DayFieldProps = {
  label: string;
  zone: string;
  /** The saved day, as initial value; later input is the field's own state. */
  initial: DateTime | null;
  min?: DateTime | undefined;
  onChange: (typed: DateTime | null) => void;
};

/**
 * One day, typed or picked. Holds a half-typed or impossible date itself: the page state would make it 'no day', which
 * would empty the field.
 */
export const DayField = ({ label, zone, initial, min, onChange }: DayFieldProps) => {
  const [typed, setTyped] = useState(initial);
  return (
    <DatePicker
      label={label}
      format={currentDayForm()}
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
