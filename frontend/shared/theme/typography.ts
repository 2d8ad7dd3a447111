import type { ThemeOptions } from "@mui/material/styles";

export const fontStack =
  '"Inter Variable", "Inter Stand-in", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The scale: 12, 13, 15, 17, 20, 26 px. 15 is for reading, 13 for data and notes. */
export const typography: NonNullable<ThemeOptions["typography"]> = {
  fontFamily: fontStack,
  fontWeightMedium: 550,
  fontWeightBold: 650,
  h1: { fontSize: "1.625rem", fontWeight: 650, letterSpacing: "-0.022em", lineHeight: 1.25 },
  h2: { fontSize: "1.0625rem", fontWeight: 620, letterSpacing: "-0.012em", lineHeight: 1.4 },
  h3: { fontSize: "0.9375rem", fontWeight: 600, letterSpacing: "-0.006em", lineHeight: 1.45 },
  h4: { fontSize: "0.8125rem", fontWeight: 600, lineHeight: 1.45 },
  h5: { fontSize: "0.8125rem", fontWeight: 600, lineHeight: 1.45 },
  h6: { fontSize: "0.8125rem", fontWeight: 600, lineHeight: 1.45 },
  subtitle1: { fontSize: "1.25rem", fontWeight: 400, letterSpacing: "-0.014em", lineHeight: 1.4 },
  subtitle2: { fontSize: "0.8125rem", fontWeight: 600, lineHeight: 1.45 },
  body1: { fontSize: "0.9375rem", letterSpacing: "-0.006em", lineHeight: 1.55 },
  body2: { fontSize: "0.8125rem", letterSpacing: "-0.004em", lineHeight: 1.5 },
  caption: { fontSize: "0.75rem", letterSpacing: 0, lineHeight: 1.4 },
  overline: { fontSize: "0.75rem", fontWeight: 600, letterSpacing: "0.05em", lineHeight: 1.4 },
  button: { fontSize: "0.875rem", fontWeight: 570, letterSpacing: "-0.006em", lineHeight: 1.4, textTransform: "none" },
};
