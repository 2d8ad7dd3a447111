import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";

type Choice = { id: string; name: string };

/** A choice. `unchosen`: the text while the value is "". */
export const ChoiceField = ({
  label,
  value,
  choices,
  onChange,
  unchosen = "",
  isFirst = false,
}: {
  label: string;
  value: string;
  choices: readonly Choice[];
  unchosen?: string;
  onChange: (id: string) => void;
  isFirst?: boolean;
}) => (
  <TextField
    select
    label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    autoFocus={isFirst}
    sx={{ "& .MuiSelect-select": { whiteSpace: "normal" } }}
    slotProps={{
      select: {
        displayEmpty: true,
        renderValue: (id) =>
          choices.find((choice) => choice.id === id)?.name ?? (
            <Box component="span" sx={{ color: "text.secondary" }}>
              {unchosen}
            </Box>
          ),
      },
    }}
  >
    {choices.map(({ id, name }) => (
      <MenuItem key={id} value={id}>
        {name}
      </MenuItem>
    ))}
  </TextField>
);

/** A field for a whole number. `value`: as typed. */
export const NumberField = ({
  label,
  value,
  most: max,
  help,
  onChange,
  isFirst = false,
}: {
  label: string;
  value: string;
  most: number;
  help: string;
  onChange: (typed: string) => void;
  isFirst?: boolean;
}) => (
  <TextField
    label={label}
    type="number"
    value={value}
    onChange={({ target }) => onChange(target.value)}
    helperText={help}
    slotProps={{ htmlInput: { min: 0, max, step: 1 } }}
    required
    autoFocus={isFirst}
  />
);
