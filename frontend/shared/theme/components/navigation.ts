import { ignoreDoubleClick } from "../../ui/ignore-double-click.ts";
import type { ComponentDefaults } from "./types.ts";

export const navigation: ComponentDefaults = {
  MuiLink: {
    // Some links are rendered as buttons, which a double click would trigger twice.
    defaultProps: ignoreDoubleClick,
    styleOverrides: {
      root: ({ theme }) => ({
        fontWeight: 500,
        textUnderlineOffset: "0.2em",
        textDecorationThickness: 1,
        textDecorationColor: "color-mix(in srgb, currentColor 40%, transparent)",
        borderRadius: 4,
        transition: theme.transitions.create(["text-decoration-color", "color"], {
          duration: theme.transitions.duration.shorter,
        }),
        "&:hover": { textDecorationColor: "currentColor" },
        "&:disabled": { color: theme.vars.palette.text.disabled, cursor: "default" },
      }),
    },
  },
  MuiMenu: {
    styleOverrides: { paper: { marginTop: 4 }, list: { padding: 5 } },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.body1,
        fontSize: "0.875rem",
        minHeight: 34,
        padding: "6px 10px",
        gap: 10,
        borderRadius: 6,
        whiteSpace: "normal",
        "&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible": {
          backgroundColor: theme.vars.palette.soft.primary,
          fontWeight: 550,
        },
        [theme.breakpoints.down("sm")]: { minHeight: 42 },
        "& .MuiListItemIcon-root": { minWidth: 0, color: theme.vars.palette.text.secondary },
      }),
    },
  },
  MuiListItemButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: theme.vars.palette.soft.primary },
      }),
    },
  },
  MuiListItemText: {
    styleOverrides: {
      secondary: ({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }),
    },
  },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 }, indicator: { height: 2, borderRadius: 1 } } },
  MuiTab: { styleOverrides: { root: { minHeight: 40, padding: "8px 14px", minWidth: 0 } } },
  MuiBreadcrumbs: { styleOverrides: { root: ({ theme }) => theme.typography.body2 } },
};
