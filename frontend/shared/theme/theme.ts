import { createTheme } from "@mui/material/styles";

/** Light and dark by MUI's colour schemes; the choice is remembered by the browser. Contrast: WCAG AA for text. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: "data-color-scheme" },
  colorSchemes: {
    light: {
      palette: {
        primary: { main: "#1c6b58", dark: "#124a3d", contrastText: "#ffffff" },
        secondary: { main: "#8a5a00" },
        error: { main: "#b3261e" },
        success: { main: "#1e7046" },
        info: { main: "#1f5f99" },
        warning: { main: "#8f5b00" },
        background: { default: "#f6f6f3", paper: "#ffffff" },
        text: { primary: "#1d2320", secondary: "#56605b" },
        divider: "#dfe2dd",
      },
    },
    dark: {
      palette: {
        primary: { main: "#7fd1b9", dark: "#56a891", contrastText: "#0c211b" },
        secondary: { main: "#f3c969" },
        error: { main: "#ffb4ab" },
        success: { main: "#86d7a5" },
        info: { main: "#9ccaff" },
        warning: { main: "#f3c969" },
        background: { default: "#121614", paper: "#1a201d" },
        text: { primary: "#e6eae7", secondary: "#a9b4ae" },
        divider: "#323a36",
      },
    },
  },
  shape: { borderRadius: 10 },
  typography: {
    fontFamily: 'Inter, "Segoe UI", system-ui, -apple-system, Roboto, "Helvetica Neue", Arial, sans-serif',
    h1: { fontSize: "1.75rem", fontWeight: 650, letterSpacing: "-0.02em", lineHeight: 1.2 },
    h2: { fontSize: "1.0625rem", fontWeight: 600, lineHeight: 1.35 },
    h3: { fontSize: "0.9375rem", fontWeight: 600, lineHeight: 1.4 },
    button: { textTransform: "none", fontWeight: 600 },
  },
  components: {
    MuiButton: { defaultProps: { disableElevation: true } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: "none" } } },
    MuiCssBaseline: {
      styleOverrides: {
        ":focus-visible": { outline: "2px solid var(--mui-palette-primary-main)", outlineOffset: 2 },
        "@media (prefers-reduced-motion: reduce)": {
          "*, *::before, *::after": { animationDuration: "0.01ms !important", transitionDuration: "0.01ms !important" },
        },
      },
    },
  },
});

/** Where the browser keeps the chosen theme. */
export const themeStorageKey = "THEME_KEY";
