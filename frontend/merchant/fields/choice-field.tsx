import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";

type Choice<V> = { value: V; name: string; note?: string };

type ChoiceFieldProps<V> = {
  label: string;
  note: string;
  problem?: string | undefined;
  choices: readonly Choice<V>[];
  value: V;
  onChoose: (value: V) => void;
};

/** A dropdown with a note below; entries may have notes too. */
export const ChoiceField = <V extends string | number>(props: ChoiceFieldProps<V>) => {
  const { label, note, problem, choices, value, onChoose } = props;
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => {
        const chosen = choices.find((one) => String(one.value) === String(event.target.value));
        if (chosen) onChoose(chosen.value);
      }}
      error={problem !== undefined}
      helperText={problem ?? note}
      slotProps={{
        select: { renderValue: (shown) => choices.find((known) => known.value === shown)?.name ?? "" },
        formHelperText: { "aria-live": "polite" },
      }}
      sx={{ width: "100%", maxWidth: 320 }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          <span>
            {choice.name}
            {choice.note !== undefined && (
              <Typography component="span" variant="body2" color="textSecondary" sx={{ display: "block" }}>
                {choice.note}
              </Typography>
            )}
          </span>
        </MenuItem>
      ))}
    </TextField>
  );
};
