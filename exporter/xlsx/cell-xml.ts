import type { Cell } from "#domain/columns/definition.ts";
import { dateSerial } from "#domain/dates/date-serial.ts";
import { instantFormatter } from "#domain/dates/format.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import { isExactInExcel } from "#domain/text/significant-digits.ts";
import { safeLink } from "../markup/safe-link.ts";
import { dateFormat } from "./date-format.ts";
import { excelText, fitted } from "./excel-text.ts";
import { formulaXml } from "./formula-xml.ts";
import { formulaText, linkLength } from "./limits.ts";
import type { SheetLinks } from "./links.ts";
import { type SharedStrings, spaceOf } from "./shared-strings.ts";
import type { CellStyle, Styles } from "./styles.ts";

/** Where a cell stands: `column` from 0, `letter` and `row` as in `B7`, which is `ref`. */
type Place = {
  column: number;
  letter: string;
  row: number;
  ref: string;
  links: SheetLinks;
  /** Number format of the column; undefined: General. */
  code: string | undefined;
  /** What Excel computes in this cell; null where it is only to be shown. */
  formula: { text: string; computed: boolean } | null;
};

/** Writes one kind of cell, on a band or not. */
export type CellXml = (cell: Cell, place: Place, banded: boolean) => string;

const addressed = (address: string, name: string): string =>
  `HYPERLINK("${address.replaceAll('"', '""')}","${name.replaceAll('"', '""')}")`;

/**
 * Cells as Excel wants them: numbers as the decimal text itself, instants as dates of the shop's clocks, text as
 * text whatever it looks like, addresses as links as long as a worksheet takes them.
 */
export const createCellXml = (
  settings: { preferences: Preferences; zone: string },
  styles: Styles,
  strings: SharedStrings,
): CellXml => {
  const { preferences, zone } = settings;
  const instant = instantFormatter(zone, preferences.UserDateFormat);
  const serial = dateSerial(zone);
  const both = (style: CellStyle): [plain: number, banded: number] => [
    styles.indexOf(style),
    styles.indexOf({ ...style, fill: "band" }),
  ];
  const look = {
    plain: both({}),
    wrapped: both({ wrap: true }),
    date: both({ format: dateFormat(preferences.UserDateFormat) }),
    link: both({ font: "link" }),
    links: both({ font: "link", wrap: true }),
  };

  const numberLooks = new Map<string, [plain: number, banded: number]>();
  const numbers = (code: string | undefined): [plain: number, banded: number] => {
    if (code === undefined) return look.plain;
    const known = numberLooks.get(code) ?? both({ format: code });
    numberLooks.set(code, known);
    return known;
  };
  const string = (whole: string, { column, ref }: Place, style: number): string => {
    const text = fitted(whole);
    const index = strings.indexOf(text, column);
    return index === undefined
      ? `<c r="${ref}" s="${style}" t="inlineStr"><is><t${spaceOf(text)}>${excelText(text)}</t></is></c>`
      : `<c r="${ref}" s="${style}" t="s"><v>${index}</v></c>`;
  };
  const text = (value: string, place: Place, band: 0 | 1): string =>
    string(value, place, (/[\r\n]/.test(value) ? look.wrapped : look.plain)[band]);

  /** Several addresses stand below each other; a cell can lead to one, which is the first. */
  const link = (urls: readonly string[], place: Place, band: 0 | 1): string => {
    const words = urls.join("\n");
    const address = safeLink(urls[0] ?? "");
    if (address === null || address.length > linkLength) return text(words, place, band);
    if (place.links.add(place.letter, place.row, address))
      return string(words, place, (urls.length > 1 ? look.links : look.link)[band]);
    if (urls.length > 1 || address.length > formulaText || words.length > formulaText) return text(words, place, band);
    const formula = excelText(addressed(address, words));
    return `<c r="${place.ref}" s="${look.link[band]}" t="str"><f>${formula}</f><v>${excelText(words)}</v></c>`;
  };

  return (cell, place, banded) => {
    const band = banded ? 1 : 0;
    if (place.formula !== null)
      return formulaXml({ ref: place.ref, style: numbers(place.code)[band], result: cell, ...place.formula });
    if (cell === null) return banded ? `<c r="${place.ref}" s="${look.plain[1]}"/>` : "";
    switch (cell.kind) {
      case "text":
        return text(cell.text, place, band);
      case "number":
        if (!isExactInExcel(cell.decimal)) return text(cell.decimal, place, band);
        return `<c r="${place.ref}" s="${numbers(place.code)[band]}"><v>${cell.decimal}</v></c>`;
      case "datetime": {
        const days = serial(cell.instant);
        if (days === null) return text(instant(cell.instant), place, band);
        return `<c r="${place.ref}" s="${look.date[band]}"><v>${days}</v></c>`;
      }
      case "datetimes":
        return text(cell.instants.map(instant).join(", "), place, band);
      case "link":
      case "image":
        return link(cell.urls, place, band);
    }
  };
};
