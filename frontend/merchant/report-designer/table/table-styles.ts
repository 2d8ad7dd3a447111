import type { Theme } from "@mui/material/styles";
import type { SystemStyleObject } from "@mui/system";
import { statusRowStyles } from "../../report-cells/status-rows.ts";
import { bandPx } from "./drop-target.ts";

/** The class of the table. */
export const tableClass = "report-table";

/** Looks of the table, all in one place: thousands of cells have no styles of their own. */
const styles: SystemStyleObject<Theme> = {
  position: "relative",
  width: "max-content",
  minWidth: "100%",
  "& table": {
    borderCollapse: "separate",
    borderSpacing: 0,
    tableLayout: "fixed",
    fontSize: "0.8125rem",
    lineHeight: "20px",
    fontVariantNumeric: "tabular-nums",
  },
  "& th, & td": { p: 0, textAlign: "left", fontWeight: 400, borderRight: 1, borderBottom: 1, borderColor: "divider" },
  // The head sticks as a whole: sixty heads that stick each by itself cost a millisecond in every frame.
  "& thead": { position: "sticky", top: 0, zIndex: 2 },
  "& thead th": {
    position: "relative",
    height: 40,
    bgcolor: "surface.sunken",
    fontWeight: 600,
    userSelect: "none",
    WebkitTouchCallout: "none",
    cursor: "grab",
  },
  "& thead th:first-child": { position: "sticky", left: 0, zIndex: 2 },
  "& tbody td:first-child": { position: "sticky", left: 0, zIndex: 1, bgcolor: "background.paper" },
  "& thead th[data-static]": { cursor: "default" },
  "& thead th[data-dragging]": { opacity: 0.45 },
  "& .head": {
    display: "flex",
    alignItems: "center",
    height: 39,
    px: 0.5,
    overflow: "hidden",
    "@media (hover: none)": { pr: "56px" },
  },
  "& button": { font: "inherit", color: "inherit", border: 0, p: 0, m: 0, bgcolor: "transparent", borderRadius: 0.75 },
  "& .title": {
    flex: 1,
    minWidth: 0,
    height: 28,
    px: 0.75,
    textAlign: "inherit",
    cursor: "inherit",
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
  },
  "& th[data-align=right] .title": { textAlign: "right" },
  "& th[data-align=center] .title": { textAlign: "center" },
  "& .title:focus-visible, & .tool:focus-visible": {
    outline: "2px solid",
    outlineColor: "primary.main",
    outlineOffset: -2,
  },
  "& .title[aria-pressed=true]": { bgcolor: "soft.primary", color: "primary.main" },
  // Titles have all the room until somebody is about to do something with the column.
  "& .tools": {
    position: "absolute",
    top: 1,
    bottom: 0,
    right: 7,
    display: "flex",
    alignItems: "center",
    color: "text.secondary",
    bgcolor: "surface.sunken",
    // Not by opacity: each would be a layer of its own, for the browser to look at in every frame.
    "@media (hover: hover)": { color: "transparent", bgcolor: "transparent" },
  },
  "& th:hover .tools, & th:focus-within .tools, & .tools[data-sorted]": {
    color: "text.secondary",
    bgcolor: "surface.sunken",
  },
  "& .tool": {
    flex: "none",
    display: "grid",
    placeItems: "center",
    width: 24,
    height: 28,
    cursor: "pointer",
    color: "inherit",
    "& svg": { fontSize: 16 },
    "&:hover": { bgcolor: "action.hover", color: "text.primary" },
    "&[data-sorted]": { color: "primary.main" },
  },
  "& .lock": { width: 22, ml: 0.25, mr: -0.5, "&:focus-visible": { outlineOffset: -2 } },
  "& [data-size='too small'] .title": { px: 0.25 },
  "& .resize": {
    position: "absolute",
    top: 0,
    right: 0,
    width: 8,
    height: "100%",
    zIndex: 1,
    cursor: "col-resize",
    touchAction: "none",
    "&::after": {
      content: '""',
      position: "absolute",
      inset: "6px 0 6px auto",
      width: 3,
      borderRadius: 1,
      bgcolor: "transparent",
    },
    "&:hover::after": { bgcolor: "line.control" },
    "&:focus-visible::after": { bgcolor: "primary.main" },
    "&:focus-visible": { outline: "none" },
  },
  "& th[data-disabled], & td[data-disabled]": { color: "text.secondary", bgcolor: "surface.sunken" },
  "& th[data-disabled] .title": { textDecoration: "line-through" },
  "& td > .cell": { px: 1.25, py: "8px", maxHeight: 96, overflow: "hidden", overflowWrap: "anywhere" },
  "& td[data-align=right]": { textAlign: "right" },
  "& td[data-align=center]": { textAlign: "center" },
  ...statusRowStyles,
  "& select.status": {
    display: "block",
    width: "calc(100% - 12px)",
    maxWidth: 150,
    height: 28,
    mx: 0.75,
    my: 0.5,
    px: 0.5,
    font: "inherit",
    color: "inherit",
    border: 1,
    borderColor: "line.control",
    borderRadius: 0.75,
    bgcolor: "background.paper",
    cursor: "pointer",
    "@media (hover: none)": { height: 36 },
    "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 1 },
    "& option": { color: "text.primary", bgcolor: "background.paper" },
  },
  "& tr[data-starts] td": { borderTop: 0 },
  "& .waiting": { height: 12, my: 1.5, mx: 1.25, borderRadius: 0.5, bgcolor: "action.hover" },
  "& tr.sheet th": { bgcolor: "background.default", fontWeight: 600, height: 36 },
  "& tr.sheet span": { position: "sticky", left: 0, display: "inline-block", px: 1.25 },
  // What is moved over the table while something is dragged; it lays out nothing else.
  "& .over": { position: "absolute", inset: 0, zIndex: 4, contain: "strict", pointerEvents: "none" },
  "& .band": {
    position: "absolute",
    inset: "0 auto 0 0",
    width: bandPx,
    bgcolor: "primary.main",
    opacity: 0.16,
    transformOrigin: "left",
    willChange: "transform",
    transitionProperty: "none",
  },
  "& .line": {
    position: "absolute",
    top: 0,
    bottom: 0,
    left: 0,
    width: 2,
    bgcolor: "primary.main",
    opacity: 0,
    willChange: "transform, opacity",
    // It follows the pointer; nothing is to run behind it.
    transitionProperty: "none",
  },
};

/**
 * The same as a sheet of its own. Were it one with the styles of the components, every menu, note and dialog that is drawn for the first
 * time would change that sheet, and the browser would work out the looks of all cells anew.
 */
export const tableSheet = (theme: Theme) => theme.unstable_sx({ [`.${tableClass}`]: styles });
