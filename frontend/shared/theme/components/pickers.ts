import type {} from "@mui/x-date-pickers/themeAugmentation";
import { BackChevronIcon, ChevronDownIcon, ChevronRightIcon, DateIcon } from "../../ui/icons.tsx";
import type { ComponentDefaults } from "./types.ts";

export const pickers: ComponentDefaults = {
  MuiDatePicker: {
    defaultProps: {
      slots: {
        openPickerIcon: DateIcon,
        leftArrowIcon: BackChevronIcon,
        rightArrowIcon: ChevronRightIcon,
        switchViewIcon: ChevronDownIcon,
      },
    },
  },
  MuiPickersOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 40,
        padding: "0 12px",
        backgroundColor: theme.vars.palette.background.paper,
        borderRadius: theme.vars.shape.borderRadius,
        "&& .MuiPickersOutlinedInput-notchedOutline": { borderColor: theme.vars.palette.line.control },
        "&&:hover .MuiPickersOutlinedInput-notchedOutline": { borderColor: theme.vars.palette.text.secondary },
        "&&.Mui-focused .MuiPickersOutlinedInput-notchedOutline": { borderColor: theme.vars.palette.primary.main },
        "&&.Mui-error .MuiPickersOutlinedInput-notchedOutline": { borderColor: theme.vars.palette.error.main },
        "&.Mui-focused": { boxShadow: `0 0 0 3px rgb(${theme.vars.palette.primary.mainChannel} / 0.16)` },
      }),
      notchedOutline: { top: 0, "& legend": { display: "none" } },
      sectionsContainer: { padding: "8.5px 0" },
    },
  },
  MuiPickersInputBase: {
    styleOverrides: { sectionsContainer: { fontVariantNumeric: "tabular-nums" } },
  },
  MuiPickerPopper: {
    styleOverrides: {
      paper: ({ theme }) => ({
        marginTop: 4,
        backgroundColor: theme.vars.palette.surface.raised,
        border: `1px solid ${theme.vars.palette.divider}`,
        borderRadius: 12,
        boxShadow: theme.shadows[8],
      }),
    },
  },
  // On the narrowest phones the calendar would be wider than the screen.
  MuiDateCalendar: { styleOverrides: { root: { maxWidth: "calc(100vw - 18px)" } } },
  MuiPickerDay: { styleOverrides: { root: { borderRadius: 8, fontVariantNumeric: "tabular-nums" } } },
};
