import { isAmount } from "#domain/columns/amounts.ts";
import { cellCharacters } from "#domain/columns/cell-characters.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { instantFormatter } from "#domain/dates/format.ts";
import { LocalStatus } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { createTotals } from "#domain/groupings/totals.ts";
import { mostSearchedRows, rowSearchScript } from "#domain/html/row-search.ts";
import { localStatusOfCell } from "#domain/local-status/words.ts";
import { createShowNumber, type ShowNumber } from "#domain/number-formats/shown-number.ts";
import { createBands } from "#domain/reports/bands.ts";
import { htmlAttribute, htmlText } from "../markup/escape.ts";
import { createSheetTurn } from "../one-sheet.ts";
import type { ShownPictures } from "../pictures/pictures-of-file.ts";
import { createTextPieces } from "../text-pieces.ts";
import type { ByteSink, ReportRow, ReportWriter } from "../writer.ts";
import { widthSample, widthSampleCharacters } from "../xlsx/widths.ts";
import { columnTracks } from "./column-tracks.ts";
import { createHtmlCell, numberHtml } from "./html-cell.ts";
import { createHtmlPictures } from "./html-pictures.ts";
import { pageHead } from "./page-head.ts";

export type HtmlSettings = Pick<FrozenInput, "preferences"> & {
  shop: Pick<FrozenInput["shop"], "ianaTimezone" | "moneyFormat" | "currencyCode" | "primaryLocale">;
  /** Without it pictures are links. */
  pictures?: ShownPictures | undefined;
};

/** Rows that a browser lays out together, and not before they are near the window (ADR 68). */
const rowsOfBody = 100;

const counted = (count: number, one: string, many: string): string => `<b>${count}</b> ${count === 1 ? one : many}`;

/**
 * A report as a page that needs nothing but itself, for reading, searching and printing: the rows as they come, what is known only after
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
  let rowsOfReport = 0;

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

  const tableHead = (name: string | null, first: readonly ReportRow[]): string => {
    const sample = first.map(({ cells }) => cells);
    const { properties, columnGroup } = columnTracks(columns, sample, show, images !== undefined);
    const heads = columns.map((column) => {
      const aside = column.valueKind === "number" ? ' class="n"' : "";
      return `<th scope="col"${aside}>${htmlText(column.title)}</th>`;
    });
    const of = name === null ? "the report" : name;
    return [
      ...(name === null ? [] : [`<section>\n<h2>${htmlText(name)}</h2>`]),
      `<div class="sheet" style="${properties}">\n<table aria-label="Rows of ${htmlAttribute(of)}">`,
      columnGroup,
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
      out.add(pageHead(head, preferences.UserDateFormat));
    },
    async beginSheet({ name }) {
      turn.begin();
      const totals = createTotals(columns);
      const isBanded = createBands(preferences.AlternateRowsStyle);
      let rows = 0;
      /** The first rows, by which widths are found; undefined once these stand in the file. */
      let sample: ReportRow[] | undefined = [];
      let sampled = 0;

      const write = async ({ cells, startsOrder }: ReportRow): Promise<void> => {
        totals.add(cells, startsOrder);
        if (rows > 0 && rows % rowsOfBody === 0) out.add("</tbody>\n<tbody>\n");
        rows += 1;
        out.add(rowOf(cells, isBanded(startsOrder)));
        if (out.isFull()) await out.flush();
      };
      const writeSample = async (first: readonly ReportRow[]): Promise<void> => {
        sample = undefined;
        out.add(tableHead(name, first));
        for (const row of first) await write(row);
      };
      return {
        async rows(batch) {
          for (const row of batch) {
            if (sample === undefined) {
              await write(row);
              continue;
            }
            sample.push(row);
            sampled += cellCharacters(row.cells);
            if (sample.length === widthSample || sampled >= widthSampleCharacters) await writeSample(sample);
          }
        },
        async end({ orders }) {
          if (sample !== undefined) await writeSample(sample);
          out.add(`</tbody>\n${totalsRow(totals.values())}</table>\n</div>\n`);
          if (rows === 0) {
            const why = orders === 0 ? "no orders match" : "its orders have nothing to list";
            out.add(`<p class="empty">This ${name === null ? "report" : "section"} is empty: ${why}.</p>\n`);
          }
          out.add(`<p class="counts">${counted(orders, "order", "orders")}, ${counted(rows, "row", "rows")}</p>\n`);
          if (name !== null) out.add("</section>\n");
          rowsOfReport += rows;
          turn.end();
        },
      };
    },
    async end() {
      const isSearched = rowsOfReport > 1 && rowsOfReport <= mostSearchedRows;
      out.add(`</main>\n${isSearched ? `<script>${rowSearchScript}</script>\n` : ""}</body>\n</html>\n`);
      await out.flush();
      return { contentHash: undefined };
    },
  };
};
