import { liveStyle } from "#domain/html/style.ts";
import { fontStack } from "../../../shared/theme/typography.ts";

/** Maps the file style's colors to the app's, so the report follows its theme. */
const colours = {
  canvas: "background-default",
  paper: "background-paper",
  sunken: "surface-sunken",
  text: "text-primary",
  soft: "text-secondary",
  line: "divider",
  control: "line-control",
  primary: "primary-main",
  s1: "soft-info",
  s2: "soft-warning",
  s3: "soft-success",
  s4: "soft-error",
  red: "error-main",
};

const host = [
  // Inherits nothing from the page but its variables.
  ":host{all:initial;display:block;width:max-content;min-width:100%;overflow-anchor:none;",
  ...Object.entries(colours).map(([name, token]) => `--${name}:var(--mui-palette-${token});`),
  "--band:color-mix(in srgb,var(--text) 4%,var(--paper));",
  `color:var(--text);font:14px/1.45 ${fontStack}}`,
].join("");

/** HistoryIcon as a mask on one element per row: an SVG element in each of a thousand rows costs more than the row. */
const clock =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23000' stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M3 12a9 9 0 1 0 3-6.7L3 8'/%3E%3Cpath d='M3 3v5h5'/%3E%3Cpath d='M12 7v5l4 2'/%3E%3C/svg%3E\")";

/** Styles for the page only: a scrolling pane, the order count, lists, highlights, and a wall display's letters. */
const own = `
*{box-sizing:border-box}
.report{gap:0;font-family:inherit}
.sheet{border-width:0;border-radius:0}
thead{border-radius:0}
.report>.counts,section>.counts{padding:10px 12px;position:sticky;left:0;width:fit-content;margin:0;color:var(--soft)}
.report:has(>.empty)>.counts{display:none}
h2{position:sticky;left:0;width:fit-content;margin:0;padding:16px 12px 8px;font-size:17px;font-weight:650}
.empty{position:sticky;left:0;width:fit-content;border:0;margin:0;padding:24px 12px;color:var(--soft)}
td.l{white-space:nowrap;position:relative}
.same{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.same.apart{position:static;clip-path:none;color:var(--soft)}
td.l select{font:inherit;color:inherit;background:transparent;border:1px solid transparent;border-radius:6px;margin:-3px 0 -3px -5px;padding:2px 4px;max-width:calc(100% - 22px);cursor:pointer}
td.l select option{background:var(--paper);color:var(--text)}
tr:hover td.l select,td.l select:focus{border-color:var(--control)}
td.l select:focus-visible,.history:focus-visible{outline:2px solid var(--primary);outline-offset:1px}
.history{all:unset;box-sizing:border-box;width:24px;height:24px;margin:-3px -8px -3px 0;border-radius:6px;display:inline-grid;place-items:center;vertical-align:middle;cursor:pointer;color:var(--soft);opacity:0}
.history::before{content:"";width:15px;height:15px;background:currentColor;mask:${clock} center/contain no-repeat}
tr:hover .history,.history:focus-visible,tr.s1 .history,tr.s2 .history,tr.s3 .history,tr.s4 .history{opacity:1}
@media (hover:none){.history{opacity:1}}
tr[data-mark] td:first-child{box-shadow:inset 3px 0 0 var(--primary)}
@keyframes arrived{from{background:color-mix(in srgb,var(--primary) 26%,var(--paper))}}
tr[data-mark=new] td,td[data-mark=changed]{animation:arrived 4s ease-out}
@media (prefers-reduced-motion:reduce){tr[data-mark=new] td,td[data-mark=changed]{animation:none}}
:host([data-wall]) .report{zoom:var(--wall-zoom,1)}
:host([data-wall]) thead th{font-size:inherit}
:host([data-wall]) .history{display:none}
:host([data-wall]) td.l select{appearance:none;border-color:transparent;pointer-events:none;max-width:none}
@media print{:host{width:auto}td.l select{appearance:none;border:0;padding:0}.history{display:none}}
`.trim();

let sheet: CSSStyleSheet | null = null;

/** The style of every shown report: the files' (ADR 68), in the app's colors. */
export const createReportStyle = (): CSSStyleSheet => {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync([host, liveStyle, own].join("\n"));
  }
  return sheet;
};
