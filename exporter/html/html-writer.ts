import { isAmount } from "#domain/columns/amounts.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { instantFormatter } from "#domain/dates/format.ts";
import { LocalStatus, NumberFormatType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { reportInWords } from "#domain/export/report-in-words.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { createTotals } from "#domain/groupings/totals.ts";
import { localStatusOfCell } from "#domain/local-status/words.ts";
import { createShowNumber, type ShowNumber } from "#domain/number-formats/shown-number.ts";
import { createBands } from "#domain/reports/bands.ts";
import { htmlAttribute, htmlText } from "../markup/escape.ts";
import { createSheetTurn } from "../one-sheet.ts";
import type { ShownPictures } from "../pictures/pictures-of-file.ts";
import { createTextPieces } from "../text-pieces.ts";
import type { ByteSink, ReportHead, ReportWriter } from "../writer.ts";
import { createHtmlCell, numberHtml } from "./html-cell.ts";
import { createHtmlPictures } from "./html-pictures.ts";
import {
  denseStyle,
  easyColumns,
  fittingColumns,
  fittingStyle,
  landscapeColumns,
  landscapeStyle,
  redStyle,
  sectionStyle,
  statusStyle,
  style,
} from "./style.ts";

export type HtmlSettings = Pick<FrozenInput, "preferences"> & {
  shop: Pick<FrozenInput["shop"], "ianaTimezone" | "moneyFormat" | "currencyCode" | "primaryLocale">;
  /** Without it pictures are links. */
  pictures?: ShownPictures | undefined;
};

/** No script, nothing loaded, pictures from within: holds for the downloaded file too, where no server sends such a header. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const counted = (count: number, one: string, many: string): string => `<b>${count}</b> ${count === 1 ? one : many}`;

/**
 * A report as a page that needs nothing but itself, for reading and printing: the rows as they come, what is known only after
 * the last of them (counts, totals by R-28) behind them; the style shows the counts above the table. A split report has a section for
 * each worksheet (R-30), with totals of its own.
 */
export const createHtmlWriter = (settings: HtmlSettings, sink: ByteSink): ReportWriter => {
  const { preferences, shop } = settings;
  const instant = instantFormatter(shop.ianaTimezone, preferences.UserDateFormat);
  const out = createTextPieces(sink);
  const turn = createSheetTurn();
  let columns: readonly CompiledColumn[] = [];
  let show: readonly ShowNumber[] = [];
  const images = settings.pictures && createHtmlPictures(settings.pictures);
  let cellOf = createHtmlCell(instant, show);
  let statusAt = -1;

  const headOf = ({ title, about, split }: ReportHead): string => {
    const head = reportInWords(about, preferences.UserDateFormat).map((line) => `<p>${htmlText(line)}</p>\n`);
    const mayBeRed = columns.some(({ format }) => format !== null && format.type !== NumberFormatType.Currency);
    const styles = [
      style,
      ...(columns.length <= fittingColumns ? [fittingStyle] : []),
      ...(columns.length > easyColumns && columns.length <= fittingColumns ? [denseStyle] : []),
      ...(columns.length >= landscapeColumns ? [landscapeStyle] : []),
      ...(split ? [sectionStyle] : []),
      ...(statusAt < 0 ? [] : [statusStyle]),
      ...(mayBeRed ? [redStyle] : []),
    ].join("\n");
    return [
      '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
      `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="referrer" content="no-referrer">\n<meta name="robots" content="noindex">\n<link rel="icon" href="data:,">',
      `<title>${htmlText(title).replaceAll("<br>", " ")}</title>\n<style>\n${styles}\n</style>\n</head>\n<body>\n<main>`,
      `<header>\n<h1>${htmlText(title)}</h1>\n${head.join("")}</header>\n`,
    ].join("\n");
  };

  /** What is said of a row's order goes before its band. */
  const rowTag = (cells: readonly Cell[], isAlternate: boolean): string => {
    const cell = cells[statusAt];
    const status = localStatusOfCell(cell?.kind === "text" ? cell.text : null);
    if (status !== LocalStatus.none) return `<tr class="s${status}">`;
    return isAlternate ? '<tr class="alt">' : "<tr>";
  };

  const rowOf = (cells: readonly Cell[], isAlternate: boolean): string => {
    let row = rowTag(cells, isAlternate);
    for (let place = 0; place < cells.length; place += 1) row += cellOf(cells[place] ?? null, place);
    return `${images?.take() ?? ""}${row}</tr>\n`;
  };

  const tableHead = (name: string | null): string => {
    const heads = columns.map((column) => {
      const aside = column.valueKind === "number" ? ' class="n"' : "";
      return `<th scope="col"${aside}>${htmlText(column.title)}</th>`;
    });
    const of = name === null ? "the report" : name;
    return [
      ...(name === null ? [] : [`<section>\n<h2>${htmlText(name)}</h2>`]),
      `<div class="sheet">\n<table aria-label="Rows of ${htmlAttribute(of)}">`,
      `<thead>\n<tr>${heads.join("")}</tr>\n</thead>\n<tbody>\n`,
    ].join("\n");
  };

  /** The word stands in the first column, beside its total if it has one. */
  const totalsRow = (values: readonly (string | null)[]): string => {
    if (values.every((value) => value === null)) return "";
    const cells = values.map((value, place) => {
      const { text, className } = numberHtml(show[place]?.(value) ?? { text: value ?? "", red: false });
      if (place > 0) return `<td class="${className}">${text}</td>`;
      return `<th scope="row">Total${value === null ? "" : ` <span class="${className}">${text}</span>`}</th>`;
    });
    return `<tfoot>\n<tr>${cells.join("")}</tr>\n</tfoot>\n`;
  };

  return {
    async begin(head) {
      columns = head.columns;
      statusAt = columns.findIndex(({ key }) => key === "LocalStatus");
      show = columns.map(({ key, format }) => createShowNumber(format, shop, { amounts: isAmount(key) }));
      cellOf = createHtmlCell(instant, show, images?.classOf);
      out.add(headOf(head));
    },
    async beginSheet({ name }) {
      turn.begin();
      const totals = createTotals(columns);
      const isBanded = createBands(preferences.AlternateRowsStyle);
      let rows = 0;
      out.add(tableHead(name));
      return {
        async rows(batch) {
          for (const { cells, startsOrder } of batch) {
            totals.add(cells, startsOrder);
            rows += 1;
            out.add(rowOf(cells, isBanded(startsOrder)));
            if (out.isFull()) await out.flush();
          }
        },
        async end({ orders }) {
          out.add(`</tbody>\n${totalsRow(totals.values())}</table>\n</div>\n`);
          if (rows === 0) {
            const why = orders === 0 ? "no orders match" : "its orders have nothing to list";
            out.add(`<p class="empty">This ${name === null ? "report" : "section"} is empty: ${why}.</p>\n`);
          }
          out.add(`<p class="counts">${counted(orders, "order", "orders")}, ${counted(rows, "row", "rows")}</p>\n`);
          if (name !== null) out.add("</section>\n");
          turn.end();
        },
      };
    },
    async end() {
      out.add("</main>\n</body>\n</html>\n");
      await out.flush();
      return { contentHash: undefined };
    },
  };
};
