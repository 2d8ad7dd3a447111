import IconButton from "@mui/material/IconButton";
import { useColorScheme } from "@mui/material/styles";
import Tooltip from "@mui/material/Tooltip";
import { DarkIcon, LightIcon } from "../ui/icons.tsx";

/** Changes between light and dark; the first visit follows the system. */
export const ThemeSwitch = () => {
  const { mode, systemMode, setMode } = useColorScheme();
  if (mode === undefined) return null;
  const isDark = (mode === "system" ? systemMode : mode) === "dark";
  const label = isDark ? "Use the light theme" : "Use the dark theme";
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => setMode(isDark ? "light" : "dark")}>
        {isDark ? <LightIcon /> : <DarkIcon />}
      </IconButton>
    </Tooltip>
  );
};
