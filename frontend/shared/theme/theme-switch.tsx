import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { DarkIcon, LightIcon } from "../ui/icons.tsx";
import { useThemeChoice } from "./use-theme-choice.ts";

export const ThemeSwitch = () => {
  const { theme, choose } = useThemeChoice();
  if (theme === undefined) return null;
  const isDark = theme === "dark";
  const label = isDark ? "Use the light theme" : "Use the dark theme";
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => choose(isDark ? "light" : "dark")}>
        {isDark ? <LightIcon /> : <DarkIcon />}
      </IconButton>
    </Tooltip>
  );
};
