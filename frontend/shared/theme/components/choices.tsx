import SvgIcon from "@mui/material/SvgIcon";
import type { ComponentDefaults } from "./types.ts";

const stroke = { fill: "none", stroke: "currentColor", strokeWidth: 1.5 };
const mark = { fill: "none", stroke: "var(--mui-palette-primary-contrastText)", strokeWidth: 2.25 };

const EmptyBox = () => (
  <SvgIcon>
    <rect x="3.75" y="3.75" width="16.5" height="16.5" rx="4.5" {...stroke} />
  </SvgIcon>
);
const CheckedBox = () => (
  <SvgIcon>
    <rect x="3" y="3" width="18" height="18" rx="5.25" />
    <path d="m7.6 12.4 3 3 5.8-6.4" {...mark} strokeLinecap="round" strokeLinejoin="round" />
  </SvgIcon>
);
const HalfBox = () => (
  <SvgIcon>
    <rect x="3" y="3" width="18" height="18" rx="5.25" />
    <path d="M8 12h8" {...mark} strokeLinecap="round" />
  </SvgIcon>
);
const EmptyCircle = () => (
  <SvgIcon>
    <circle cx="12" cy="12" r="8.25" {...stroke} />
  </SvgIcon>
);
const ChosenCircle = () => (
  <SvgIcon>
    <circle cx="12" cy="12" r="9" />
    <circle cx="12" cy="12" r="3.5" style={{ fill: "var(--mui-palette-primary-contrastText)" }} />
  </SvgIcon>
);

const edge = { color: "var(--mui-palette-line-control)", padding: 7, borderRadius: 8 };

export const choices: ComponentDefaults = {
  MuiCheckbox: {
    defaultProps: { icon: <EmptyBox />, checkedIcon: <CheckedBox />, indeterminateIcon: <HalfBox /> },
    styleOverrides: { root: edge },
  },
  MuiRadio: {
    defaultProps: { icon: <EmptyCircle />, checkedIcon: <ChosenCircle /> },
    styleOverrides: { root: { ...edge, borderRadius: 999 } },
  },
  MuiSwitch: {
    styleOverrides: {
      root: { width: 40, height: 24, padding: 0, overflow: "visible", margin: "0 8px" },
      switchBase: ({ theme }) => ({
        padding: 3,
        borderRadius: 12,
        "&.Mui-checked": {
          transform: "translateX(16px)",
          color: theme.vars.palette.primary.contrastText,
          "& + .MuiSwitch-track": { opacity: 1, backgroundColor: theme.vars.palette.primary.main },
        },
      }),
      thumb: ({ theme }) => ({
        width: 18,
        height: 18,
        backgroundColor: theme.vars.palette.background.paper,
        boxShadow: theme.shadows[1],
      }),
      track: ({ theme }) => ({ borderRadius: 12, opacity: 1, backgroundColor: theme.vars.palette.line.control }),
    },
  },
  MuiFormControlLabel: {
    styleOverrides: {
      root: { marginLeft: -7, gap: 2 },
      label: ({ theme }) => theme.typography.body1,
    },
  },
};
