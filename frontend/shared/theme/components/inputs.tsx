import { ChevronDownIcon, CloseIcon } from "../../ui/icons.tsx";
import type { ComponentDefaults } from "./types.ts";

/** Labels stay above their fields: nothing moves, and a filled field still has its label. */
export const inputs: ComponentDefaults = {
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.subtitle2,
        color: theme.vars.palette.text.primary,
        "&.Mui-focused": { color: theme.vars.palette.text.primary },
        "&.Mui-error": { color: theme.vars.palette.error.main },
      }),
    },
  },
  MuiInputLabel: {
    defaultProps: { shrink: true, disableAnimation: true },
    styleOverrides: {
      root: {
        "&&": {
          position: "static",
          transform: "none",
          maxWidth: "100%",
          marginBottom: 6,
          pointerEvents: "auto",
          whiteSpace: "normal",
          overflow: "visible",
        },
      },
    },
  },
  MuiInputBase: {
    styleOverrides: {
      root: { lineHeight: 1.45 },
      input: ({ theme }) => ({
        "&:read-only": { textOverflow: "ellipsis" },
        "&::placeholder": { color: theme.vars.palette.text.secondary, opacity: 0.85 },
        // Phones zoom into fields with text below 16 px.
        "@media (pointer: coarse)": { fontSize: "1rem" },
      }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 40,
        backgroundColor: theme.vars.palette.background.paper,
        borderRadius: theme.vars.shape.borderRadius,
        transition: theme.transitions.create(["box-shadow"], { duration: theme.transitions.duration.shorter }),
        "&& .MuiOutlinedInput-notchedOutline": { borderColor: theme.vars.palette.line.control },
        "&&.MuiInputBase-readOnly .MuiOutlinedInput-notchedOutline": { borderColor: theme.vars.palette.divider },
        "&&:hover .MuiOutlinedInput-notchedOutline": { borderColor: theme.vars.palette.text.secondary },
        "&&.Mui-focused .MuiOutlinedInput-notchedOutline": { borderColor: theme.vars.palette.primary.main },
        "&&.Mui-error .MuiOutlinedInput-notchedOutline": { borderColor: theme.vars.palette.error.main },
        "&&.Mui-disabled .MuiOutlinedInput-notchedOutline": { borderColor: theme.vars.palette.divider },
        "&.Mui-focused": { boxShadow: `0 0 0 3px rgb(${theme.vars.palette.primary.mainChannel} / 0.16)` },
        "&.Mui-focused.Mui-error": { boxShadow: `0 0 0 3px rgb(${theme.vars.palette.error.mainChannel} / 0.16)` },
        "&.Mui-disabled, &.MuiInputBase-readOnly": { backgroundColor: theme.vars.palette.surface.sunken },
        variants: [
          { props: { size: "small" }, style: { minHeight: 34, fontSize: "0.875rem" } },
          { props: ({ ownerState }) => ownerState.multiline === true, style: { padding: "9px 12px" } },
        ],
      }),
      input: {
        padding: "8.5px 12px",
        height: "auto",
        variants: [
          { props: { size: "small" }, style: { padding: "5.5px 10px" } },
          { props: ({ ownerState }) => ownerState.multiline === true, style: { padding: 0 } },
        ],
      },
      notchedOutline: { top: 0, "& legend": { display: "none" } },
    },
  },
  MuiInputAdornment: {
    styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.text.secondary }) },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({ ...theme.typography.body2, margin: "6px 0 0" }),
    },
  },
  MuiSelect: {
    defaultProps: { IconComponent: ChevronDownIcon },
    styleOverrides: {
      icon: ({ theme }) => ({
        color: theme.vars.palette.text.secondary,
        fontSize: "1.125rem",
        top: "calc(50% - 0.5em)",
        right: 11,
      }),
      select: { minHeight: "0 !important", "&:focus": { borderRadius: 8 } },
    },
  },
  MuiAutocomplete: {
    defaultProps: { popupIcon: <ChevronDownIcon />, clearIcon: <CloseIcon fontSize="small" /> },
    styleOverrides: {
      inputRoot: { "&.MuiOutlinedInput-root": { paddingTop: 2, paddingBottom: 2 } },
      paper: ({ theme }) => ({
        margin: "4px 0",
        backgroundColor: theme.vars.palette.surface.raised,
        border: `1px solid ${theme.vars.palette.divider}`,
        borderRadius: 10,
        boxShadow: theme.shadows[8],
      }),
      listbox: { padding: 5, maxHeight: 280 },
      option: {
        fontSize: "0.875rem",
        minHeight: "34px !important",
        padding: "6px 10px !important",
        borderRadius: 6,
        overflowWrap: "anywhere",
      },
    },
  },
};
