import type { Theme } from "@mui/material/styles";
import { CloseIcon, ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from "../../ui/icons.tsx";
import type { ComponentDefaults } from "./types.ts";

const severities = ["error", "warning", "info", "success"] as const;

/** An alert has a tint, an edge and an icon in its color. Its text keeps the text color. */
const notes = (theme: Theme) =>
  severities.map((severity) => ({
    props: { severity, variant: "standard" as const },
    style: {
      backgroundColor: theme.vars.palette.soft[severity],
      borderColor: theme.vars.palette.softLine[severity],
      "& .MuiAlert-icon": { color: theme.vars.palette[severity].main },
    },
  }));

export const feedback: ComponentDefaults = {
  MuiAlert: {
    defaultProps: {
      slots: { closeIcon: CloseIcon },
      iconMapping: {
        error: <ErrorIcon fontSize="inherit" />,
        warning: <WarningIcon fontSize="inherit" />,
        info: <InfoIcon fontSize="inherit" />,
        success: <SuccessIcon fontSize="inherit" />,
      },
    },
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.body1,
        fontSize: "0.875rem",
        padding: "10px 14px",
        border: "1px solid transparent",
        borderRadius: 10,
        "&&": { color: theme.vars.palette.text.primary },
        variants: notes(theme as Theme),
      }),
      icon: { padding: 0, marginRight: 10, fontSize: "1.25rem", opacity: 1, lineHeight: 1 },
      message: { padding: 0, overflow: "visible", overflowWrap: "anywhere" },
      action: { padding: "0 0 0 12px", marginRight: -4, marginTop: -4, marginBottom: -4 },
    },
  },
  MuiAlertTitle: { styleOverrides: { root: ({ theme }) => ({ ...theme.typography.h3, margin: "0 0 2px" }) } },
  MuiTooltip: {
    defaultProps: { enterDelay: 250, enterNextDelay: 80 },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        ...theme.typography.caption,
        padding: "5px 9px",
        borderRadius: 6,
        maxWidth: 280,
        fontWeight: 500,
        color: theme.vars.palette.background.paper,
        backgroundColor: theme.vars.palette.text.primary,
      }),
      arrow: ({ theme }) => ({ color: theme.vars.palette.text.primary }),
    },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: ({ theme }) => ({
        height: 4,
        borderRadius: 2,
        backgroundColor: `rgb(${theme.vars.palette.primary.mainChannel} / 0.18)`,
      }),
      bar: { borderRadius: 2 },
    },
  },
  MuiCircularProgress: { defaultProps: { thickness: 4.2 } },
  MuiSkeleton: {
    defaultProps: { animation: "wave" },
    styleOverrides: {
      root: ({ theme }) => ({ backgroundColor: `rgb(${theme.vars.palette.text.primaryChannel} / 0.08)` }),
      rounded: { borderRadius: 8 },
    },
  },
  MuiSnackbarContent: { styleOverrides: { root: { borderRadius: 10 } } },
};
