import { ignoreDoubleClick } from "../../ui/ignore-double-click.ts";
import type { ComponentDefaults } from "./types.ts";

/** Touch targets need more room. */
const touch = "@media (pointer: coarse)";
const pressed = { transform: "translateY(0.5px)" };

export const buttons: ComponentDefaults = {
  MuiButton: {
    defaultProps: { disableElevation: true, ...ignoreDoubleClick },
    styleOverrides: {
      root: ({ theme }) => ({
        minWidth: 0,
        minHeight: 36,
        [touch]: { minHeight: 40 },
        padding: "6px 14px",
        borderRadius: theme.vars.shape.borderRadius,
        whiteSpace: "nowrap",
        transition: theme.transitions.create(["background-color", "border-color", "box-shadow", "color"], {
          duration: theme.transitions.duration.shorter,
        }),
        "&:active": pressed,
        variants: [
          {
            props: { size: "small" },
            style: { minHeight: 30, padding: "3px 10px", fontSize: "0.8125rem", [touch]: { minHeight: 36 } },
          },
          {
            props: { size: "large" },
            style: { minHeight: 42, padding: "9px 20px", fontSize: "0.9375rem", [touch]: { minHeight: 44 } },
          },
          {
            props: { variant: "contained" },
            style: {
              boxShadow: `inset 0 1px 0 rgb(255 255 255 / 0.14), ${theme.shadows[1]}`,
              "&:hover, &:focus-visible": { boxShadow: `inset 0 1px 0 rgb(255 255 255 / 0.14), ${theme.shadows[2]}` },
              "&.Mui-disabled": { boxShadow: "none" },
            },
          },
          {
            props: { variant: "outlined", color: "inherit" },
            style: {
              backgroundColor: theme.vars.palette.background.paper,
              borderColor: theme.vars.palette.line.control,
              "&:hover": { backgroundColor: theme.vars.palette.surface.sunken },
            },
          },
          {
            props: { variant: "outlined", color: "primary" },
            style: { backgroundColor: theme.vars.palette.background.paper },
          },
        ],
      }),
      startIcon: { marginRight: 7, "& > *:nth-of-type(1)": { fontSize: "1.125rem" } },
      endIcon: { marginLeft: 6, "& > *:nth-of-type(1)": { fontSize: "1.125rem" } },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: theme.vars.shape.borderRadius,
        padding: 8,
        [touch]: { padding: 10 },
        color: theme.vars.palette.text.secondary,
        "&:hover": { color: theme.vars.palette.text.primary },
        variants: [
          { props: { size: "small" }, style: { padding: 5, [touch]: { padding: 8 } } },
          { props: { color: "inherit" }, style: { color: "inherit" } },
        ],
      }),
    },
  },
  MuiFab: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.button,
        boxShadow: theme.shadows[4],
        "&:hover": { boxShadow: theme.shadows[4] },
        "&:active": { boxShadow: theme.shadows[2] },
      }),
      extended: { minHeight: 44, height: 44, padding: "0 18px", borderRadius: 22, gap: 8 },
    },
  },
  MuiToggleButtonGroup: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: "fit-content",
        maxWidth: "100%",
        padding: 3,
        gap: 3,
        borderRadius: 10,
        backgroundColor: theme.vars.palette.divider,
        "&& .MuiToggleButton-root": { border: 0, margin: 0, borderRadius: 7 },
      }),
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.button,
        minHeight: 34,
        padding: "4px 14px",
        gap: 8,
        color: theme.vars.palette.text.secondary,
        "&.Mui-selected, &.Mui-selected:hover": {
          backgroundColor: theme.vars.palette.background.paper,
          color: theme.vars.palette.text.primary,
          boxShadow: theme.shadows[1],
        },
        "&.Mui-focusVisible": { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 1 },
      }),
    },
  },
};
