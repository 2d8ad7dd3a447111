import { createTheme } from "@mui/material/styles";
import { baseline } from "./components/baseline.ts";
import { buttons } from "./components/buttons.ts";
import { choices } from "./components/choices.tsx";
import { dataDisplay } from "./components/data-display.tsx";
import { feedback } from "./components/feedback.tsx";
import { inputs } from "./components/inputs.tsx";
import { navigation } from "./components/navigation.ts";
import { pickers } from "./components/pickers.ts";
import { surfaces } from "./components/surfaces.tsx";
import { createPalette } from "./palette.ts";
import { shadows } from "./shadows.ts";
import { darkColours, lightColours } from "./tokens.ts";
import { typography } from "./typography.ts";

/** Light and dark by MUI's color schemes; the browser remembers the choice. docs/look.md explains the design. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: "data-color-scheme" },
  colorSchemes: { light: { palette: createPalette(lightColours) }, dark: { palette: createPalette(darkColours) } },
  shape: { borderRadius: 8 },
  typography,
  shadows,
  motion: { reducedMotion: "system" },
  transitions: {
    duration: {
      shortest: 90,
      shorter: 120,
      short: 150,
      standard: 180,
      complex: 240,
      enteringScreen: 180,
      leavingScreen: 130,
    },
    easing: { easeOut: "cubic-bezier(0.2, 0.8, 0.2, 1)" },
  },
  focusVisible: { outlineWidth: 2, outlineOffset: 2 },
  components: {
    ...baseline,
    ...buttons,
    ...inputs,
    ...choices,
    ...surfaces,
    ...navigation,
    ...feedback,
    ...dataDisplay,
    ...pickers,
  },
});
