/** Table colors, as custom properties, per theme (docs/look.md). */
const tableColours = {
  light: {
    canvas: "#f7f7f4",
    paper: "#fff",
    sunken: "#f1f2ee",
    text: "#18201c",
    soft: "#555f59",
    line: "#e4e6e0",
    control: "#858e88",
    primary: "#17614e",
    band: "#f6f8f5",
  },
  dark: {
    canvas: "#0f1412",
    paper: "#161c19",
    sunken: "#1d2421",
    text: "#e7ece8",
    soft: "#a4b0a9",
    line: "#29312d",
    control: "#6f7b74",
    primary: "#6fcdb0",
    band: "#1a211e",
  },
} as const;

/** Row backgrounds by number of the shop's own order status; and the color of red numbers. */
const statusColours = {
  light: { s1: "#ebf3fa", s2: "#fdf3de", s3: "#eaf5ec", s4: "#fdeeec" },
  dark: { s1: "#182734", s2: "#30271a", s3: "#18291d", s4: "#331c1a" },
} as const;
const redColours = { light: { red: "#b3261e" }, dark: { red: "#ff9f95" } } as const;

const cssProperties = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(";");

/** Rules for files and the live page. Colors come from the surrounding page. */
const tableStyle = `
.sheet{contain:inline-size;background:var(--paper);border:1px solid var(--line);border-radius:8px}
a:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
.empty{margin:0;padding:32px;background:var(--paper);border:1px dashed var(--line);border-radius:8px}
table{border-collapse:collapse;width:100%}
th,td{padding:7px 12px;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
th{font-weight:600}
thead th{background:var(--sunken);color:var(--soft);font-size:12.5px;vertical-align:bottom}
th{overflow-wrap:break-word}
td{white-space:pre-wrap;overflow-wrap:break-word;unicode-bidi:plaintext}
.n{text-align:right;font-variant-numeric:tabular-nums;unicode-bidi:normal}
.d{font-variant-numeric:tabular-nums}
.alt{background:var(--band)}
tbody:last-of-type tr:last-child td{border-bottom:0}
tfoot th,tfoot td{border-top:2px solid var(--line);border-bottom:0;background:var(--sunken);font-weight:600}
.p{display:inline-block;width:40px;height:40px;border-radius:6px;background:var(--sunken) center/cover no-repeat;vertical-align:middle}
a{color:var(--primary);overflow-wrap:anywhere}
@media screen{
table,thead,tbody,tfoot{display:block}colgroup{display:none}
tr{display:grid;grid-template-columns:var(--wide)}
.sheet{min-width:calc(var(--wide-least) + 2px)}
tbody{content-visibility:auto;contain-intrinsic-block-size:auto 3600px}
thead{position:sticky;top:0;z-index:1;background:var(--sunken);border-radius:7px 7px 0 0}
thead tr{align-items:end;box-shadow:inset 0 -1px var(--line)}
thead th{border-bottom:0}
}
`.trim();

/**
 * The product's look (docs/look.md) for a standalone page: light, dark and print, without loading a font. Only the
 * window scrolls, so the header stays in sight beside a wide table.
 */
export const style = `
:root{color-scheme:light dark;${cssProperties(tableColours.light)}}
@media (prefers-color-scheme:dark){:root{${cssProperties(tableColours.dark)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:14px/1.45 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{display:flex;flex-direction:column;gap:16px;width:max-content;min-width:100%;padding:32px 24px 48px}
[hidden]{display:none!important}
header,.find,.counts,.empty,h2{position:sticky;left:24px;width:fit-content;max-width:calc(100vw - 64px)}
header{order:1;border-left:3px solid var(--primary);padding-left:16px}
.find,.counts{order:2}
.sheet,.empty{order:3}
h1{margin:0 0 4px;font-size:24px;line-height:1.25;font-weight:650;letter-spacing:-.01em;overflow-wrap:anywhere;unicode-bidi:plaintext}
header p,.counts{margin:0;color:var(--soft)}
.counts b{color:var(--text);font-variant-numeric:tabular-nums}
.find{display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px}
.find input{width:320px;max-width:100%;height:40px;padding:0 12px;border:1px solid var(--control);border-radius:8px;background:var(--paper);color:inherit;font:inherit;outline:2px solid transparent}
.find input::placeholder{color:var(--soft);opacity:1}
.find input:focus{border-color:var(--primary);box-shadow:0 0 0 3px color-mix(in srgb,var(--primary) 24%,transparent)}
.find input::-webkit-search-cancel-button{filter:grayscale(1)}
.find span{position:relative;max-width:100%}
.find kbd{position:absolute;right:10px;top:9px;padding:0 7px;border:1px solid var(--line);border-radius:6px;color:var(--soft);font:inherit;font-size:12px;line-height:20px;pointer-events:none}
.find input:focus+kbd,.find input:not(:placeholder-shown)+kbd{display:none}
.find p{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;max-width:100%;margin:0;color:var(--soft);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
${tableStyle}
@media screen and (min-width:1000px){.find{left:auto;right:24px;flex-flow:row-reverse;max-width:592px;margin:-56px 0 0 auto}.find span{flex:none}main:has(.find) header{max-width:calc(100vw - 656px)}}
@media (hover:none){.find kbd{display:none}}
@media (max-width:600px){main{padding:20px 12px 32px}header,.find,.counts,.empty,h2{left:12px;max-width:calc(100vw - 24px)}th,td{padding:6px 8px}h1{font-size:20px}}
@media print{
:root{color-scheme:light;--canvas:#fff;--paper:#fff;--sunken:#f1f2ee;--text:#000;--soft:#444;--line:#ccc;--primary:#17614e;--band:#f4f6f3}
@page{margin:12mm}
body{font-size:10px;print-color-adjust:exact;-webkit-print-color-adjust:exact}
main{display:block;width:auto;padding:0}header{margin-bottom:8px}.counts{margin:8px 0}
header,.find,.counts,.empty,h2{position:static;max-width:none}
.find input,.find kbd{display:none}
.sheet{border:0;contain:none;zoom:var(--print-zoom)}
table{table-layout:fixed}thead{display:table-header-group}tfoot{display:table-row-group}
tr,.p{break-inside:avoid}th,td{padding:3px 6px}thead th{font-size:10px}
}
`.trim();

/** Rules for few enough columns to fit a window or a sheet of paper: texts and titles wrap instead. */
export const fittingStyle =
  "@media screen and (min-width:1000px){main{max-width:1600px;margin:0 auto}tr{grid-template-columns:var(--fit)}.sheet{min-width:calc(var(--fit-least) + 2px)}}";

/** Rules for more columns than fit comfortably. */
export const denseStyle =
  "@media screen and (min-width:1000px){table{font-size:12.5px}th,td{padding:6px}thead th{font-size:12px}}";

/** Maximum columns that are made to fit, maximum that fit comfortably, and minimum for landscape paper. */
export const maxFittingColumns = 16;
export const maxComfortableColumns = 12;
export const minLandscapeColumns = 7;
export const landscapeStyle = "@media print{@page{size:landscape}}";

/** Rules for several sections. */
export const sectionStyle = `
section{order:4;display:flex;flex-direction:column;gap:8px;min-width:0}
h2{margin:16px 0 0;font-size:18px;line-height:1.3;font-weight:650;overflow-wrap:anywhere;unicode-bidi:plaintext}
@media print{section{display:block}h2{break-after:avoid}}
`.trim();

const statusRules =
  ".s1 td{background:var(--s1)}.s2 td{background:var(--s2)}.s3 td{background:var(--s3)}.s4 td{background:var(--s4)}";
const redRule = ".r{color:var(--red)}";

type Themes = { light: Readonly<Record<string, string>>; dark: Readonly<Record<string, string>> };
/** Print uses the light theme. */
const withThemeColours = ({ light, dark }: Themes, rules: string): string =>
  `
:root{${cssProperties(light)}}
@media screen and (prefers-color-scheme:dark){:root{${cssProperties(dark)}}}
${rules}
`.trim();

/** Rules for a report that shows the shop's own order status. */
export const statusStyle = withThemeColours(statusColours, statusRules);

/** Rules for red numbers. */
export const redStyle = withThemeColours(redColours, redRule);

/**
 * Rules for the live report, within one of our pages. The page sets the colors ({@link tableColours}, {@link
 * statusColours}, {@link redColours}), and the class `compact` for more rows in sight.
 */
export const liveStyle = `
${tableStyle}
.report{display:flex;flex-direction:column;gap:16px;color:var(--text);font:14px/1.45 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
section{display:flex;flex-direction:column;gap:8px;min-width:0}
h2{margin:0;font-size:18px;line-height:1.3;font-weight:650;overflow-wrap:anywhere;unicode-bidi:plaintext}
.counts{margin:0;color:var(--soft)}
.counts b{color:var(--text);font-variant-numeric:tabular-nums}
img.p{object-fit:cover}
.l select{max-width:100%;padding:2px 4px;border:1px solid var(--control);border-radius:6px;background:var(--paper);color:inherit;font:inherit}
.l select:focus-visible{outline:2px solid var(--primary);outline-offset:1px}
@media screen and (min-width:1000px){.fits tr{grid-template-columns:var(--fit)}.fits .sheet{min-width:calc(var(--fit-least) + 2px)}.dense table{font-size:12.5px}.dense th,.dense td{padding:6px}.dense thead th{font-size:12px}}
.compact table{font-size:12.5px;line-height:1.3}.compact th,.compact td{padding:2px 8px}.compact thead th{font-size:12px}
.compact .p{width:24px;height:24px}.compact .l select{padding:0 2px}.compact tbody{contain-intrinsic-block-size:auto 2200px}
${statusRules}
${redRule}
`.trim();
