import { ChevronDownIcon } from "../../ui/icons.tsx";
import { bannerHeight } from "../tokens.ts";
import type { ComponentDefaults } from "./types.ts";

/** Fills the window's height below the banner. */
const beneathBanner = { top: bannerHeight, height: `calc(100% - ${bannerHeight})` };

export const surfaces: ComponentDefaults = {
  MuiPaper: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundImage: "none",
        variants: [
          {
            props: { variant: "outlined", square: false },
            style: { borderRadius: 12, borderColor: theme.vars.palette.divider, boxShadow: theme.shadows[1] },
          },
        ],
      }),
    },
  },
  MuiCard: { defaultProps: { variant: "outlined" } },
  MuiCardContent: { styleOverrides: { root: { padding: 20, "&:last-child": { paddingBottom: 20 } } } },
  MuiAppBar: { defaultProps: { elevation: 0, color: "inherit" } },
  MuiDivider: { styleOverrides: { root: ({ theme }) => ({ borderColor: theme.vars.palette.divider }) } },
  MuiBackdrop: {
    styleOverrides: {
      root: ({ theme }) => ({
        variants: [{ props: { invisible: false }, style: { backgroundColor: theme.vars.palette.surface.backdrop } }],
      }),
    },
  },
  // The page keeps its scrollbar and doesn't move, see `lockPageScroll`.
  MuiModal: { defaultProps: { disableScrollLock: true } },
  MuiDialog: {
    defaultProps: { disableScrollLock: true },
    styleOverrides: {
      container: { boxSizing: "border-box", paddingTop: bannerHeight },
      paper: ({ theme }) => ({
        borderRadius: 14,
        backgroundColor: theme.vars.palette.surface.raised,
        border: `1px solid ${theme.vars.palette.divider}`,
        boxShadow: theme.shadows[24],
        variants: [{ props: { fullScreen: true }, style: { borderRadius: 0, border: 0 } }],
        [theme.breakpoints.down("sm")]: { margin: 16 },
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: ({ theme }) => ({ ...theme.typography.h2, padding: "20px 24px 8px" }) },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: "8px 24px 16px" } } },
  MuiDialogActions: {
    styleOverrides: { root: { padding: "8px 20px 20px", gap: 8, "& > :not(style) ~ :not(style)": { marginLeft: 0 } } },
  },
  MuiDrawer: {
    defaultProps: { disableScrollLock: true },
    styleOverrides: {
      paper: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        boxShadow: theme.shadows[8],
        variants: (["left", "right"] as const).map((anchor) => ({ props: { anchor }, style: beneathBanner })),
      }),
    },
  },
  MuiPopover: {
    defaultProps: { disableScrollLock: true },
    styleOverrides: {
      paper: ({ theme }) => ({
        backgroundColor: theme.vars.palette.surface.raised,
        border: `1px solid ${theme.vars.palette.divider}`,
        borderRadius: 10,
        boxShadow: theme.shadows[8],
      }),
    },
  },
  MuiAccordion: {
    defaultProps: { disableGutters: true, elevation: 0 },
    styleOverrides: {
      root: ({ theme }) => ({
        border: `1px solid ${theme.vars.palette.divider}`,
        borderRadius: 12,
        "&::before": { display: "none" },
        "& + &": { marginTop: 12 },
      }),
    },
  },
  MuiAccordionSummary: {
    defaultProps: { expandIcon: <ChevronDownIcon /> },
    styleOverrides: { root: ({ theme }) => ({ ...theme.typography.h3, minHeight: 48, padding: "0 20px" }) },
  },
  MuiAccordionDetails: { styleOverrides: { root: { padding: "4px 20px 20px" } } },
};
