import { useColorScheme } from "@mui/material/styles";

export type ThemeName = "light" | "dark";

/**
 * The theme in effect and the way to choose one, which this browser remembers (S-1.1); the first visit follows the system. Undefined for the
 * moment in which it is not known.
 */
export const useThemeChoice = (): { theme: ThemeName | undefined; choose: (theme: ThemeName) => void } => {
  const { mode, systemMode, setMode } = useColorScheme();
  return { theme: mode === "system" ? systemMode : mode, choose: setMode };
};
