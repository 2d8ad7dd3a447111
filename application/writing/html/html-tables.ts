import { isAmount } from "#domain/columns/amounts.ts";
import { cellCharacters } from "#domain/columns/cells/cell-characters.ts";
import { incomplete } from "#domain/columns/cells/unread-cell.ts";
import { instantFormatter } from "#domain/dates/format.ts";
import { LocalStatus } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { createTotals } from "#domain/groupings/totals.ts";
import { localStatusOfCell } from "#domain/local-status/words.ts";
import { createShowNumber, type ShowNumber } from "#domain/number-formats/shown-number.ts";
import { createBands } from "#domain/reports/bands.ts";
import { htmlAttribute, htmlText } from "../markup/escape.ts";
import { createSheetTurn } from "../one-sheet.ts";
import type { TextPieces } from "../text-pieces.ts";
import { widthSample, widthSampleCharacters } from "../widths.ts";
import type { ReportRow, ReportWriter } from "../writer.ts";
import { columnTracks } from "./column-tracks.ts";
import { createHtmlCell, numberHtml, type PictureOf } from "./html-cell.ts";

/** What tables show their cells by. */
export type TableSettings = Pick<FrozenInput, "preferences"> & {
  shop: Pick<FrozenInput["shop"], "ianaTimezone" | "moneyFormat" | "currencyCode" | "primaryLocale">;
};

/** What a page that is more than a file has its tables do otherwise. */
export type TableMarks = {
  /** What stands for a picture; without it they are links. */
  pictureOf?: PictureOf | undefined;
  /** Text that stands before a row which names it for the first time. */
  beforeRow?(): string;
  /** Attributes of a row, each with a blank before it. `cells`: their HTML. */
  attributesOf?(row: ReportRow, cells: string): string;
  /** The HTML of the cell that holds a row's local status; without it, its word. */
  statusCell?(row: ReportRow, status: LocalStatus): string | undefined;
  /** True where no more rows are shown; they count and are in the totals all the same. */
  isFull?(): boolean;
  /** Attributes of the section of a worksheet. */
  sectionOf?(name: string): string;
};

/** Rows that a browser lays out together, and not before they are near the window (ADR 68). */
const rowsOfBody = 100;

const counted = (count: number, one: string, many: string): string => `<b>${count}</b> ${count === 1 ? one : many}`;

export type HtmlTables = {
  begin(columns: readonly CompiledColumn[]): void;
  beginSheet: ReportWriter["beginSheet"];
  /** Rows of all worksheets that have ended. */
  rows(): number;
};

/**
 * The tables of a report, wherever they are shown (ADR 93): the rows as they come, what is known only after the last of them (counts, totals by
 * R-28) behind them. A split report has a section for each worksheet (R-30), with totals of its own.
 */
export const createHtmlTables = (
  { preferences, shop }: TableSettings,
  out: TextPieces,
  marks: TableMarks = {},
): HtmlTables => {
  const instant = instantFormatter(shop.ianaTimezone, preferences.UserDateFormat);
  const turn = createSheetTurn();
  let columns: readonly CompiledColumn[] = [];
  let show: readonly ShowNumber[] = [];
  let cellOf = createHtmlCell(instant, show);
  let statusAt = -1;
  let rowsOfReport = 0;

  const statusOf = ({ cells }: ReportRow): LocalStatus => {
    const cell = cells[statusAt];
    return localStatusOfCell(cell?.kind === "text" ? cell.text : null);
  };

  /** What is said of a row's order goes before its band. */
  const classOf = (status: LocalStatus, isAlternate: boolean): string => {
    if (status !== LocalStatus.none) return ` class="s${status}"`;
    return isAlternate ? ' class="alt"' : "";
  };

  const rowOf = (row: ReportRow, isAlternate: boolean): string => {
    const status = statusOf(row);
    let cells = "";
    for (let place = 0; place < row.cells.length; place += 1) {
      const chosen = place === statusAt ? marks.statusCell?.(row, status) : undefined;
      cells += chosen ?? cellOf(row, place);
    }
    const attributes = marks.attributesOf?.(row, cells) ?? "";
    return `${marks.beforeRow?.() ?? ""}<tr${classOf(status, isAlternate)}${attributes}>${cells}</tr>\n`;
  };

  const tableHead = (name: string | null, first: readonly ReportRow[]): string => {
    const sample = first.map(({ cells }) => cells);
    const { properties, columnGroup } = columnTracks(columns, sample, show, marks.pictureOf !== undefined);
    const heads = columns.map((column) => {
      const aside = column.valueKind === "number" ? ' class="n"' : "";
      return `<th scope="col"${aside}>${htmlText(column.title)}</th>`;
    });
    const of = name === null ? "the report" : name;
    return [
      ...(name === null ? [] : [`<section${marks.sectionOf?.(name) ?? ""}>\n<h2>${htmlText(name)}</h2>`]),
      `<div class="sheet" style="${properties}">\n<table aria-label="Rows of ${htmlAttribute(of)}">`,
      columnGroup,
      `<thead>\n<tr>${heads.join("")}</tr>\n</thead>\n<tbody>\n`,
    ].join("\n");
  };

  /** The word stands in the first column, beside its total if it has one. */
  const totalsRow = (values: readonly (string | null)[]): string => {
    if (values.every((value) => value === null)) return "";
    const cells = values.map((value, place) => {
      const shown = value === incomplete ? undefined : show[place]?.(value);
      const { text, className } = numberHtml(shown ?? { text: value ?? "", red: false });
      if (place > 0) return `<td class="${className}">${text}</td>`;
      return `<th scope="row">Total${value === null ? "" : ` <span class="${className}">${text}</span>`}</th>`;
    });
    return `<tfoot>\n<tr>${cells.join("")}</tr>\n</tfoot>\n`;
  };

  return {
    begin(given) {
      columns = given;
      statusAt = columns.findIndex(({ key }) => key === "LocalStatus");
      show = columns.map(({ key, format }) => createShowNumber(format, shop, { amounts: isAmount(key) }));
      cellOf = createHtmlCell(instant, show, marks.pictureOf);
    },
    async beginSheet({ name }) {
      turn.begin();
      const totals = createTotals(columns);
      const isBanded = createBands(preferences.AlternateRowsStyle);
      let rows = 0;
      /** The first rows, by which widths are found; undefined once these stand in the file. */
      let sample: ReportRow[] | undefined = [];
      let sampled = 0;

      const write = async (row: ReportRow): Promise<void> => {
        totals.add(row.cells, row.startsOrder);
        rows += 1;
        if (marks.isFull?.()) return;
        if (rows > 1 && (rows - 1) % rowsOfBody === 0) out.add("</tbody>\n<tbody>\n");
        out.add(rowOf(row, isBanded(row.startsOrder)));
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
        async end({ orders, leftOut }) {
          if (sample !== undefined) await writeSample(sample);
          out.add(`</tbody>\n${totalsRow(totals.values(leftOut))}</table>\n</div>\n`);
          if (rows === 0) {
            const none = orders === 0 ? "no orders match" : "its orders have nothing to list";
            const why = leftOut ? "orders that may match couldn't be read" : none;
            out.add(`<p class="empty">This ${name === null ? "report" : "section"} is empty: ${why}.</p>\n`);
          }
          out.add(`<p class="counts">${counted(orders, "order", "orders")}, ${counted(rows, "row", "rows")}</p>\n`);
          if (name !== null) out.add("</section>\n");
          rowsOfReport += rows;
          turn.end();
        },
      };
    },
    rows: () => rowsOfReport,
  };
};
