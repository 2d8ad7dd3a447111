import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import { useId } from "react";

type TickProps = {
  label: string;
  note: string;
  problem?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export const Tick = ({ label, note, problem, checked, onChange }: TickProps) => {
  const id = useId();
  return (
    <FormControl error={problem !== undefined}>
      <FormControlLabel
        label={label}
        sx={{ alignItems: "flex-start", "& .MuiCheckbox-root": { pt: 0.25 } }}
        control={
          <Checkbox
            checked={checked}
            onChange={(event) => onChange(event.target.checked)}
            slotProps={{ input: { "aria-describedby": id } }}
          />
        }
      />
      <FormHelperText id={id} aria-live="polite" sx={{ mx: 0, mt: 0, ml: 3.625 }}>
        {problem ?? note}
      </FormHelperText>
    </FormControl>
  );
};
