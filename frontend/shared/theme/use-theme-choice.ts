import { useColorScheme } from "@mui/material/styles";

export type ThemeName = "light" | "dark";

/**
 * The current theme and its setter. The browser remembers the choice (S-1.1), and the first visit follows the system.
 * Undefined while still unknown.
 */
export const useThemeChoice = (): { theme: ThemeName | undefined; choose: (theme: ThemeName) => void } => {
  const { mode, systemMode, setMode } = useColorScheme();
  return { theme: mode === "system" ? systemMode : mode, choose: setMode };
};
