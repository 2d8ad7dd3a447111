/**
 * The look of the product (docs/look.md) for a page that stands alone: light, dark and on paper; no font is loaded. The window scrolls and
 * nothing within it; what says what the report is stays in sight when a wide table is moved sideways.
 */
export const style = `
:root{color-scheme:light dark;--canvas:#f7f7f4;--paper:#fff;--sunken:#f1f2ee;--text:#18201c;--soft:#555f59;--line:#e4e6e0;--primary:#17614e;--band:#f6f8f5}
@media (prefers-color-scheme:dark){:root{--canvas:#0f1412;--paper:#161c19;--sunken:#1d2421;--text:#e7ece8;--soft:#a4b0a9;--line:#29312d;--primary:#6fcdb0;--band:#1a211e}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:14px/1.45 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{display:flex;flex-direction:column;gap:16px;width:max-content;min-width:100%;padding:32px 24px 48px}
header,.counts,.empty,h2{position:sticky;left:24px;width:fit-content;max-width:calc(100vw - 64px)}
header{order:1;border-left:3px solid var(--primary);padding-left:16px}
.counts{order:2}
.sheet,.empty{order:3}
h1{margin:0 0 4px;font-size:24px;line-height:1.25;font-weight:650;letter-spacing:-.01em;overflow-wrap:anywhere;unicode-bidi:plaintext}
header p,.counts{margin:0;color:var(--soft)}
.counts b{color:var(--text);font-variant-numeric:tabular-nums}
.sheet{background:var(--paper);border:1px solid var(--line);border-radius:8px}
a:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
.empty{margin:0;padding:32px;background:var(--paper);border:1px dashed var(--line);border-radius:8px}
table{border-collapse:collapse;width:max-content;min-width:100%}
th,td{padding:7px 12px;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
th{font-weight:600;white-space:nowrap}
thead th{background:var(--sunken);color:var(--soft);font-size:12.5px;vertical-align:bottom}
thead th:first-child{border-top-left-radius:7px}thead th:last-child{border-top-right-radius:7px}
td{white-space:pre-wrap;overflow-wrap:break-word;min-width:72px;max-width:420px;unicode-bidi:plaintext}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;unicode-bidi:normal}
.d{white-space:nowrap;font-variant-numeric:tabular-nums}
.u{min-width:180px}
.alt td{background:var(--band)}
tbody tr:last-child td{border-bottom:0}
tfoot th,tfoot td{border-top:2px solid var(--line);border-bottom:0;background:var(--sunken);font-weight:600}
.p{display:inline-block;width:40px;height:40px;border-radius:6px;background:var(--sunken) center/cover no-repeat;vertical-align:middle}
a{color:var(--primary);overflow-wrap:anywhere}
@media screen{thead th{position:sticky;top:0;z-index:1;box-shadow:inset 0 -1px var(--line)}}
@media (max-width:600px){main{padding:20px 12px 32px}header,.counts,.empty,h2{left:12px;max-width:calc(100vw - 24px)}th,td{padding:6px 8px}h1{font-size:20px}}
@media print{
:root{color-scheme:light;--canvas:#fff;--paper:#fff;--sunken:#f1f2ee;--text:#000;--soft:#444;--line:#ccc;--primary:#17614e;--band:#f4f6f3}
@page{margin:12mm}
body{font-size:10px;print-color-adjust:exact;-webkit-print-color-adjust:exact}
main{display:block;width:auto;padding:0}header{margin-bottom:8px}.counts{margin:8px 0}
header,.counts,.empty,h2{position:static;max-width:none}
.sheet{border:0}
table{width:100%}thead{display:table-header-group}tfoot{display:table-row-group}
tr,.p{break-inside:avoid}th,td{padding:3px 6px;min-width:0;max-width:none;white-space:normal;overflow-wrap:anywhere}td{white-space:pre-wrap}
}
`.trim();

/** Beside it, for a report of so few columns that a window or a sheet of paper has room for them: their texts and titles take more lines instead. */
export const fittingStyle = `
@media screen and (min-width:1000px){main{width:fit-content}table{width:100%}td{min-width:64px}.u{min-width:160px}th{white-space:normal}}
`.trim();

/** Beside that, for more columns than have room at ease. */
export const denseStyle =
  "@media screen and (min-width:1000px){table{font-size:12.5px}th,td{padding:6px}thead th{font-size:12px}}";

/** Columns up to which a report is made to fit, and from which its paper lies on its side. */
export const fittingColumns = 16;
export const easyColumns = 12;
export const landscapeColumns = 7;
export const landscapeStyle = "@media print{@page{size:landscape}}";

/** Beside it, for a report of several sections. */
export const sectionStyle = `
section{order:4;display:flex;flex-direction:column;gap:8px;min-width:0}
h2{margin:16px 0 0;font-size:18px;line-height:1.3;font-weight:650;overflow-wrap:anywhere;unicode-bidi:plaintext}
@media print{section{display:block}h2{break-after:avoid}}
`.trim();

/** Beside it, for a report that shows what the shop says of its orders: the ground of a row, by the number of its status. */
export const statusStyle = `
.s1 td{background:#ebf3fa}.s2 td{background:#fdf3de}.s3 td{background:#eaf5ec}.s4 td{background:#fdeeec}
@media screen and (prefers-color-scheme:dark){.s1 td{background:#182734}.s2 td{background:#30271a}.s3 td{background:#18291d}.s4 td{background:#331c1a}}
`.trim();

/** Beside it, for a report whose numbers may be red. */
export const redStyle = `
.r{color:#b3261e}
@media screen and (prefers-color-scheme:dark){.r{color:#ff9f95}}
`.trim();
