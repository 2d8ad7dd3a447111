import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useId } from "react";
import { useThemeChoice } from "../../shared/theme/use-theme-choice.ts";

/** Light or dark, like the switch in the header; only this browser knows it. */
export const ThemeField = () => {
  const { theme, choose } = useThemeChoice();
  const id = useId();
  return (
    <FormControl>
      <FormLabel id={id}>Theme</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        value={theme ?? ""}
        onChange={(_event, chosen) => choose(chosen === "dark" ? "dark" : "light")}
      >
        <FormControlLabel value="light" label="Light" control={<Radio />} />
        <FormControlLabel value="dark" label="Dark" control={<Radio />} />
      </RadioGroup>
      <FormHelperText id={`${id}-note`} sx={{ mx: 0 }}>
        In this browser only.
      </FormHelperText>
    </FormControl>
  );
};
