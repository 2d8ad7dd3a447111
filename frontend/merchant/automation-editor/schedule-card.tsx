import Box from "@mui/material/Box";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { Delay, Frequency } from "#domain/enumerations.ts";
import { hasCustomHour } from "#domain/schedule/frequencies.ts";
import { useMenuPosition } from "../../shared/ui/use-menu-position.ts";
import { ChoiceField } from "../fields/choice-field.tsx";
import { Tick } from "../fields/tick.tsx";
import { useShopZone } from "../use-shop-zone.ts";
import { Card } from "./card.tsx";
import { delays, frequencyGroups, frequencyNotes, monthDays, weekdays } from "./schedule-choices.ts";
import { TimeOfDay } from "./time-of-day.tsx";
import type { Editing } from "./use-automation-editor.ts";

const FrequencyField = ({ session, state }: Editing) => {
  const place = useMenuPosition();
  const all = frequencyGroups.flatMap(({ choices }) => choices);
  return (
    <TextField
      select
      label="Frequency"
      value={state.draft.schedule}
      onChange={(event) => {
        const chosen = all.find(({ value }) => value === Number(event.target.value));
        if (chosen) session.change({ schedule: chosen.value }, "at-once");
      }}
      error={state.problems.schedule !== undefined}
      helperText={state.problems.schedule}
      slotProps={{
        select: { renderValue: (shown) => all.find(({ value }) => value === shown)?.name ?? "", ...place.select },
      }}
      sx={{ width: "100%", maxWidth: 320 }}
    >
      {frequencyGroups.flatMap(({ title, choices }) => [
        <ListSubheader key={title} disableSticky sx={{ px: 1.25, lineHeight: "32px", bgcolor: "transparent" }}>
          {title}
        </ListSubheader>,
        ...choices.map(({ value, name }) => (
          <MenuItem key={value} value={value}>
            <span>
              {name}
              {frequencyNotes[value] !== undefined && (
                <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
                  {frequencyNotes[value]}
                </Typography>
              )}
            </span>
          </MenuItem>
        )),
      ])}
    </TextField>
  );
};

const WeekdayField = ({ session, state }: Editing) => {
  const id = useId();
  return (
    <FormControl>
      <FormLabel id={id}>Day of the week</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={state.draft.custom_weekly_day}
        onChange={(_event, chosen) => {
          const day = weekdays.find(({ value }) => String(value) === chosen);
          if (day) session.change({ custom_weekly_day: day.value }, "at-once");
        }}
        sx={{
          columnGap: 1,
          // A grid if the weekdays don't fit into a line, as names of different lengths would look ragged.
          "@container (max-width: 619px)": {
            display: "grid",
            gridTemplateColumns: "repeat(auto-fill, minmax(132px, 1fr))",
          },
        }}
      >
        {weekdays.map(({ value, name }) => (
          <FormControlLabel key={value} value={value} label={name} control={<Radio />} sx={{ mr: 1 }} />
        ))}
      </RadioGroup>
    </FormControl>
  );
};

/** The schedule (S-2.2.6, R-40 to R-42). */
export const ScheduleCard = (editing: Editing) => {
  const { session, state } = editing;
  const { draft, problems } = state;
  const zone = useShopZone();
  const isDelayed = draft.delay_automation !== Delay.NoDelay;
  return (
    <Card title="Schedule">
      <FrequencyField {...editing} />
      {draft.schedule === Frequency.CustomWeekly && <WeekdayField {...editing} />}
      {draft.schedule === Frequency.CustomMonthly && (
        <ChoiceField
          label="Day of the month"
          note="Shorter months use their last day."
          problem={problems.custom_monthly_day}
          choices={monthDays}
          value={draft.custom_monthly_day}
          onChoose={(custom_monthly_day) => session.change({ custom_monthly_day }, "at-once")}
        />
      )}
      {hasCustomHour(draft.schedule) && (
        <Box sx={{ maxWidth: 320 }}>
          <TimeOfDay {...editing} zone={zone} />
        </Box>
      )}
      <Box>
        <Tick
          label="Delay execution"
          note="Makes the report later, so orders can still be paid or changed. It covers the same days."
          checked={isDelayed}
          onChange={(on) => session.change({ delay_automation: on ? Delay.OneHour : Delay.NoDelay }, "at-once")}
        />
        {isDelayed && (
          <Box sx={{ ml: 3.625, mt: 1.5 }}>
            <ChoiceField
              label="Delay"
              note="After the scheduled time."
              problem={problems.delay_automation}
              choices={delays}
              value={draft.delay_automation}
              onChoose={(delay_automation) => session.change({ delay_automation }, "at-once")}
            />
          </Box>
        )}
      </Box>
    </Card>
  );
};
