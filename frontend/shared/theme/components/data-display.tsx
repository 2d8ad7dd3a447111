import type { Theme } from "@mui/material/styles";
import { CloseIcon } from "../../ui/icons.tsx";
import type { ComponentDefaults } from "./types.ts";

const severities = ["error", "warning", "info", "success"] as const;

const softChips = (theme: Theme) => [
  ...severities.map((color) => ({
    props: { color, variant: "filled" as const },
    style: { backgroundColor: theme.vars.palette.soft[color], color: theme.vars.palette[color].main },
  })),
  {
    props: { color: "primary" as const, variant: "filled" as const },
    style: { backgroundColor: theme.vars.palette.soft.primary, color: theme.vars.palette.primary.main },
  },
  {
    props: { color: "default" as const, variant: "filled" as const },
    style: { backgroundColor: theme.vars.palette.surface.sunken, color: theme.vars.palette.text.secondary },
  },
];

/** Tables are dense: 13 px text, 38 px rows, a subdued sticky head. */
export const dataDisplay: ComponentDefaults = {
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.body2,
        padding: "8px 12px",
        borderColor: theme.vars.palette.divider,
        "&:first-of-type": { paddingLeft: 16 },
        "&:last-of-type": { paddingRight: 16 },
      }),
      head: ({ theme }) => ({
        ...theme.typography.caption,
        fontWeight: 600,
        color: theme.vars.palette.text.secondary,
        backgroundColor: theme.vars.palette.surface.sunken,
        whiteSpace: "nowrap",
      }),
      sizeSmall: { padding: "5px 12px" },
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: ({ theme }) => ({
        "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: theme.vars.palette.soft.primary },
      }),
    },
  },
  MuiChip: {
    defaultProps: { deleteIcon: <CloseIcon /> },
    styleOverrides: {
      deleteIcon: { fontSize: "0.875rem", color: "inherit", margin: "0 6px 0 -3px" },
      root: ({ theme }) => ({
        height: 24,
        borderRadius: 6,
        fontSize: "0.75rem",
        fontWeight: 550,
        "& .MuiChip-icon": { color: "inherit", fontSize: "0.875rem", marginLeft: 7, marginRight: -2 },
        variants: softChips(theme as Theme),
      }),
      label: { padding: "0 8px" },
    },
  },
  MuiBadge: {
    styleOverrides: {
      badge: { fontSize: "0.6875rem", fontWeight: 650, minWidth: 18, height: 18, padding: "0 5px" },
    },
  },
};
