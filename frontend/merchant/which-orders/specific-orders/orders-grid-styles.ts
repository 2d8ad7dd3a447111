import type { CSSObject, Theme } from "@mui/material/styles";
import { darkColours, lightColours } from "../../../shared/theme/tokens.ts";

const columns =
  "minmax(104px, 0.9fr) minmax(132px, 1.2fr) minmax(96px, 1.8fr) minmax(104px, 1.1fr) minmax(96px, 1fr) minmax(84px, 0.9fr)";
/** Columns that fit into the dialog on an upright tablet. */
const narrowColumns =
  "minmax(92px, 0.9fr) minmax(120px, 1.2fr) minmax(72px, 1.8fr) minmax(72px, 1.1fr) minmax(72px, 1fr) minmax(72px, 0.9fr)";
/** Below this width a row is a card, px. */
const cards = 680;
/** An image in a style sheet can't use theme variables. */
const tick = (colour: string) =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23${colour.slice(1)}' stroke-width='2.4' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m3.5 8.4 3 3 6-6.6'/%3E%3C/svg%3E") center / 14px no-repeat`;

/** Shared by all rows; a row outside the view costs no layout. */
export const gridStyles = ({ theme }: { theme: Theme }): CSSObject => ({
  ...theme.typography.body2,
  "&, & thead, & tbody": { display: "block" },
  fontVariantNumeric: "tabular-nums",
  transition: theme.transitions.create("opacity", { duration: theme.transitions.duration.short }),
  "&[aria-busy=true]": { opacity: 0.5 },
  "& .head, & .row": {
    display: "grid",
    gridTemplateColumns: columns,
    columnGap: 12,
    alignItems: "center",
    padding: "0 24px",
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  "& .head": {
    position: "sticky",
    top: 0,
    zIndex: 1,
    minHeight: 36,
    fontWeight: 600,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.surface.sunken,
  },
  "& .row": {
    minHeight: 40,
    cursor: "pointer",
    userSelect: "none",
    contentVisibility: "auto",
    containIntrinsicSize: "auto 40px",
    "&:hover": { backgroundColor: theme.vars.palette.action.hover },
    "&[aria-selected=true]": { backgroundColor: theme.vars.palette.soft.primary },
    "&:focus-visible": { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
  },
  "& td, & th": { padding: 0, textAlign: "left", fontWeight: "inherit" },
  "& td": { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  "& .name": { fontWeight: 600 },
  "& .date, & .none": { color: theme.vars.palette.text.secondary },
  "& .price": { textAlign: "right" },
  // The row's box is decorative: aria-selected has its meaning.
  "& .name::before": {
    content: '""',
    display: "inline-block",
    width: 18,
    height: 18,
    marginRight: 12,
    verticalAlign: "-4px",
    borderRadius: 5,
    border: `1.5px solid ${theme.vars.palette.line.control}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
  "& [aria-selected=true] .name::before": {
    borderColor: theme.vars.palette.primary.main,
    background: `${tick(lightColours.onPrimary)} ${theme.vars.palette.primary.main}`,
    ...theme.applyStyles("dark", {
      background: `${tick(darkColours.onPrimary)} ${theme.vars.palette.primary.main}`,
    }),
  },
  "@media (forced-colors: active)": { "& [aria-selected=true]": { outline: "2px solid Highlight", outlineOffset: -2 } },
  [theme.breakpoints.down("md")]: {
    "& .head, & .row": { gridTemplateColumns: narrowColumns, columnGap: 8 },
  },
  [theme.breakpoints.down(cards)]: {
    // The headings are for screen readers only; a card needs none.
    "& .head": { position: "absolute", width: 1, height: 1, minHeight: 0, overflow: "hidden", clipPath: "inset(50%)" },
    "& .row": {
      gridTemplateColumns: "1fr auto",
      gridTemplateAreas: '"name price" "customer financial" "date fulfillment"',
      padding: "10px 16px",
      rowGap: 1,
      containIntrinsicSize: "auto 80px",
    },
    "& .row .name": { gridArea: "name" },
    "& .row .date": { gridArea: "date", paddingLeft: 30 },
    "& .row .customer": { gridArea: "customer", paddingLeft: 30 },
    "& .row .financial": { gridArea: "financial", textAlign: "right" },
    "& .row .fulfillment": { gridArea: "fulfillment", textAlign: "right" },
    "& .row .price": { gridArea: "price", fontWeight: 600 },
  },
});
