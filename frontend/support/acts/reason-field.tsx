import TextField from "@mui/material/TextField";

type Props = { value: string; onChange: (value: string) => void; helperText: string; autoFocus?: boolean };

/** `helperText` gives the reason's maximum length and its readers. */
export const ReasonField = ({ value, onChange, helperText, autoFocus = false }: Props) => (
  <TextField
    label="Reason"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    helperText={helperText}
    slotProps={{ htmlInput: { minLength: 5, maxLength: 500 } }}
    required
    autoFocus={autoFocus}
  />
);
