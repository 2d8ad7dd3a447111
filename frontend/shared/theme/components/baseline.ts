import { belowHeader, editorHeadHeight } from "../tokens.ts";
import type { ComponentDefaults } from "./types.ts";

export const baseline: ComponentDefaults = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { WebkitTextSizeAdjust: "100%" },
      // Focused and anchored elements scroll to below the sticky parts at the top. This isn't the page's scroll
      // padding, as sticky parts themselves must not scroll the page.
      ":where(#main) :where(*)": { scrollMarginTop: belowHeader(20) },
      ":where(#main:has([data-sticks])) :where(*)": { scrollMarginTop: belowHeader(editorHeadHeight + 20) },
      // The same above the bar at the foot of a narrow page, and what is on that bar.
      ":where(html:has([data-bottom-bar]) #main) :where(*)": { scrollMarginBottom: 80 },
      ":where(html:has([data-bar-above]:not(:empty)) #main) :where(*)": { scrollMarginBottom: 128 },
      "#main :where([data-sticks], [data-sticks] *)": { scrollMarginTop: 0 },
      body: { ...theme.typography.body1, fontOpticalSizing: "auto", textRendering: "optimizeLegibility" },
      ":focus-visible": { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
      "::selection": { backgroundColor: `rgb(${theme.vars.palette.primary.mainChannel} / 0.22)` },
      // Aligns figures in columns.
      "table, time, output, .figures": { fontVariantNumeric: "tabular-nums" },
      "@media (prefers-reduced-motion: reduce)": {
        "*, *::before, *::after": {
          animationDuration: "0.01ms !important",
          animationIterationCount: "1 !important",
          transitionDuration: "0.01ms !important",
          scrollBehavior: "auto !important",
        },
      },
    }),
  },
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiSvgIcon: {
    styleOverrides: {
      root: { fontSize: "1.25rem" },
      fontSizeSmall: { fontSize: "1.125rem" },
      fontSizeLarge: { fontSize: "1.75rem" },
    },
  },
};
