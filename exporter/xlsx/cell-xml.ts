import { isUnreadCell } from "#domain/columns/cells/unread-cell.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { createDateSerializer } from "#domain/dates/date-serial.ts";
import { createInstantFormatter } from "#domain/dates/format.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import { isExactInExcel } from "#domain/text/significant-digits.ts";
import type { CellPictures } from "./cell-pictures.ts";
import { dateFormat } from "./date-format.ts";
import type { SheetDrawing } from "./drawing.ts";
import { escapeExcelText, textElement } from "./excel-text.ts";
import { formulaXml } from "./formula-xml.ts";
import { readsAsNumber } from "./ignored-errors.ts";
import { maxFormulaText } from "./limits.ts";
import { linkAddress } from "./link-address.ts";
import type { SheetLinks } from "./links.ts";
import type { SharedStrings } from "./shared-strings.ts";
import type { CellStyle, Styles } from "./styles.ts";

/** `row` as in `B7`. One object serves all rows of a column. */
export type CellPosition = {
  readonly column: number;
  readonly letter: string;
  row: string;
  links: SheetLinks;
  /** Number format; undefined: General. */
  readonly code: string | undefined;
  /** The cell's formula; null to show only the value. */
  formula: { text: string; computed: boolean } | null;
  pictures?: CellPictures;
  drawing?: SheetDrawing;
  /** True once the column has a text that reads as a number. */
  hasNumericText: boolean;
};

/** `banded`: on a shaded row. */
export type CellXml = (cell: Cell, position: CellPosition, banded: boolean) => string;

const lineBreak = /[\r\n]/;

const hyperlinkFormula = (address: string, name: string): string =>
  `HYPERLINK("${address.replaceAll('"', '""')}","${name.replaceAll('"', '""')}")`;

/**
 * Creates Excel cells: numbers as decimal text, instants as dates in the shop's zone, text always as text,
 * addresses as links up to the worksheet's limit.
 */
export const createCellXml = (
  settings: { preferences: Preferences; zone: string },
  styles: Styles,
  strings: SharedStrings,
): CellXml => {
  const { preferences, zone } = settings;
  const instant = createInstantFormatter(zone, preferences.UserDateFormat);
  const serial = createDateSerializer(zone);
  const plainAndBanded = (style: CellStyle): [plain: string, banded: string] => [
    `" s="${styles.indexOf(style)}"`,
    `" s="${styles.indexOf({ ...style, fill: "band" })}"`,
  ];
  const cellStyles = {
    plain: plainAndBanded({}),
    wrapped: plainAndBanded({ wrap: true }),
    date: plainAndBanded({ format: dateFormat(preferences.UserDateFormat) }),
    link: plainAndBanded({ font: "link" }),
    links: plainAndBanded({ font: "link", wrap: true }),
  };
  /**
   * Hides the URLs behind pictures, so that filters and formulas still work. Not a link, which LibreOffice would show.
   */
  let hiddenPair: [plain: string, banded: string] | undefined;
  const hiddenStyle = (): [plain: string, banded: string] => {
    hiddenPair ??= plainAndBanded({ format: ";;;" });
    return hiddenPair;
  };

  const numberStyles = new Map<string, [plain: string, banded: string]>();
  const numberStyle = (code: string | undefined): [plain: string, banded: string] => {
    if (code === undefined) return cellStyles.plain;
    const known = numberStyles.get(code) ?? plainAndBanded({ format: code });
    numberStyles.set(code, known);
    return known;
  };
  const string = (text: string, { column, letter, row }: CellPosition, style: string): string => {
    const index = strings.indexOf(text, column);
    return index === undefined
      ? textElement(`<c r="${letter}${row}${style} t="inlineStr"><is><t`, text, "</t></is></c>")
      : `<c r="${letter}${row}${style} t="s"><v>${index}</v></c>`;
  };
  const text = (value: string, position: CellPosition, band: 0 | 1): string => {
    if (!position.hasNumericText && readsAsNumber(value)) position.hasNumericText = true;
    return string(value, position, (lineBreak.test(value) ? cellStyles.wrapped : cellStyles.plain)[band]);
  };

  /** One URL per line; the cell links to the first. */
  const link = (urls: readonly string[], position: CellPosition, band: 0 | 1): string => {
    const { letter, row } = position;
    const words = urls.join("\n");
    const address = linkAddress(urls[0] ?? "");
    if (address === null) return text(words, position, band);
    if (position.links.add(letter, Number(row), address))
      return string(words, position, (urls.length > 1 ? cellStyles.links : cellStyles.link)[band]);
    if (urls.length > 1 || address.length > maxFormulaText || words.length > maxFormulaText)
      return text(words, position, band);
    const formula = escapeExcelText(hyperlinkFormula(address, words));
    return `<c r="${letter}${row}${cellStyles.link[band]} t="str"><f>${formula}</f>${textElement("<v", words, "</v>")}</c>`;
  };

  const image = (urls: readonly string[], position: CellPosition, band: 0 | 1): string => {
    const row = Number(position.row);
    if (!position.drawing || !position.pictures?.(urls, row, position.drawing)) return link(urls, position, band);
    return string(urls.join("\n"), position, hiddenStyle()[band]);
  };

  return (cell, position, banded) => {
    const band = banded ? 1 : 0;
    const { letter, row, code, formula } = position;
    // Excel would compute with a lost value's placeholder.
    if (formula !== null && !isUnreadCell(cell))
      return formulaXml({ start: `<c r="${letter}${row}${numberStyle(code)[band]}`, result: cell, ...formula });
    if (cell === null) return banded ? `<c r="${letter}${row}${cellStyles.plain[1]}/>` : "";
    switch (cell.kind) {
      case "text":
        return text(cell.text, position, band);
      case "number":
        if (!isExactInExcel(cell.decimal)) return text(cell.decimal, position, band);
        return `<c r="${letter}${row}${numberStyle(code)[band]}><v>${cell.decimal}</v></c>`;
      case "datetime": {
        const days = serial(cell.instant);
        if (days === null) return text(instant(cell.instant), position, band);
        return `<c r="${letter}${row}${cellStyles.date[band]}><v>${days}</v></c>`;
      }
      case "datetimes":
        return text(cell.instants.map(instant).join(", "), position, band);
      case "link":
        return link(cell.urls, position, band);
      case "image":
        return image(cell.urls, position, band);
    }
  };
};
