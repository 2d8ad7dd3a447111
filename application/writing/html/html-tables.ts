import { isAmount } from "#domain/columns/amounts.ts";
import { cellCharacters } from "#domain/columns/cells/cell-characters.ts";
import { incomplete } from "#domain/columns/cells/unread-cell.ts";
import { createInstantFormatter } from "#domain/dates/format.ts";
import { LocalStatus } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { createTotals } from "#domain/groupings/totals.ts";
import { parseLocalStatus } from "#domain/local-status/labels.ts";
import { createNumberFormatter, type NumberFormatter } from "#domain/number-formats/format-number.ts";
import { createBands } from "#domain/reports/bands.ts";
import { widthSample, widthSampleCharacters } from "../column-widths.ts";
import { escapeHtmlAttribute, escapeHtmlText } from "../markup/escape.ts";
import { createOpenSheetGuard } from "../open-sheet-guard.ts";
import type { TextChunker } from "../text-chunker.ts";
import type { ReportRow, ReportWriter } from "../writer.ts";
import { columnTracks } from "./column-tracks.ts";
import { createHtmlCell, numberHtml, type PictureOf } from "./html-cell.ts";

export type TableSettings = Pick<FrozenInput, "preferences"> & {
  shop: Pick<FrozenInput["shop"], "ianaTimezone" | "moneyFormat" | "currencyCode" | "primaryLocale">;
};

/** Hooks for pages that show more than a file. */
export type TableHooks = {
  /** Renders pictures, which are links by default. */
  pictureOf?: PictureOf | undefined;
  /** HTML placed before a row, for its first use of a picture. */
  beforeRow?(): string;
  /** Attributes of a row, each with a leading space. `cells`: their HTML. */
  renderAttributes?(row: ReportRow, cells: string): string;
  /** Content of a status cell; default: the status's word. */
  statusCell?(row: ReportRow, status: LocalStatus): string | undefined;
  /** If true, further rows are not shown, but count and are in totals. */
  isFull?(): boolean;
  renderSection?(name: string): string;
};

/** Rows that browsers lay out together, once near the window (ADR 68). */
const rowsOfBody = 100;

const counted = (count: number, one: string, many: string): string => `<b>${count}</b> ${count === 1 ? one : many}`;

export type HtmlTables = {
  begin(columns: readonly CompiledColumn[]): void;
  beginSheet: ReportWriter["beginSheet"];
  rows(): number;
};

/**
 * Writes tables. Rows stream; counts and totals (R-28) follow the last one. A split report has a section per worksheet
 * (R-30), each with its totals (ADR 93).
 */
export const createHtmlTables = (
  { preferences, shop }: TableSettings,
  out: TextChunker,
  marks: TableHooks = {},
): HtmlTables => {
  const instant = createInstantFormatter(shop.ianaTimezone, preferences.UserDateFormat);
  const turn = createOpenSheetGuard();
  let columns: readonly CompiledColumn[] = [];
  let show: readonly NumberFormatter[] = [];
  let cellOf = createHtmlCell(instant, show);
  let statusAt = -1;
  let rowsOfReport = 0;

  const statusOf = ({ cells }: ReportRow): LocalStatus => {
    const cell = cells[statusAt];
    return parseLocalStatus(cell?.kind === "text" ? cell.text : null);
  };

  /** The local status takes precedence over the band. */
  const classOf = (status: LocalStatus, isAlternate: boolean): string => {
    if (status !== LocalStatus.none) return ` class="s${status}"`;
    return isAlternate ? ' class="alt"' : "";
  };

  const rowOf = (row: ReportRow, isAlternate: boolean): string => {
    const status = statusOf(row);
    let cells = "";
    for (let columnIndex = 0; columnIndex < row.cells.length; columnIndex += 1) {
      const chosen = columnIndex === statusAt ? marks.statusCell?.(row, status) : undefined;
      cells += chosen ?? cellOf(row, columnIndex);
    }
    const attributes = marks.renderAttributes?.(row, cells) ?? "";
    return `${marks.beforeRow?.() ?? ""}<tr${classOf(status, isAlternate)}${attributes}>${cells}</tr>\n`;
  };

  const tableHead = (name: string | null, first: readonly ReportRow[]): string => {
    const sample = first.map(({ cells }) => cells);
    const { properties, columnGroup } = columnTracks(columns, sample, show, marks.pictureOf !== undefined);
    const heads = columns.map((column) => {
      const aside = column.valueKind === "number" ? ' class="n"' : "";
      return `<th scope="col"${aside}>${escapeHtmlText(column.title)}</th>`;
    });
    const sheetLabel = name === null ? "the report" : name;
    return [
      ...(name === null ? [] : [`<section${marks.renderSection?.(name) ?? ""}>\n<h2>${escapeHtmlText(name)}</h2>`]),
      `<div class="sheet" style="${properties}">\n<table aria-label="Rows of ${escapeHtmlAttribute(sheetLabel)}">`,
      columnGroup,
      `<thead>\n<tr>${heads.join("")}</tr>\n</thead>\n<tbody>\n`,
    ].join("\n");
  };

  /** The label shares the first column with its total. */
  const totalsRow = (values: readonly (string | null)[]): string => {
    if (values.every((value) => value === null)) return "";
    const cells = values.map((value, columnIndex) => {
      const shown = value === incomplete ? undefined : show[columnIndex]?.(value);
      const { text, className } = numberHtml(shown ?? { text: value ?? "", red: false });
      if (columnIndex > 0) return `<td class="${className}">${text}</td>`;
      return `<th scope="row">Total${value === null ? "" : ` <span class="${className}">${text}</span>`}</th>`;
    });
    return `<tfoot>\n<tr>${cells.join("")}</tr>\n</tfoot>\n`;
  };

  return {
    begin(given) {
      columns = given;
      statusAt = columns.findIndex(({ key }) => key === "LocalStatus");
      show = columns.map(({ key, format }) => createNumberFormatter(format, shop, { amounts: isAmount(key) }));
      cellOf = createHtmlCell(instant, show, marks.pictureOf);
    },
    async beginSheet({ name }) {
      turn.begin();
      const totals = createTotals(columns);
      const isBanded = createBands(preferences.AlternateRowsStyle);
      let rows = 0;
      /** First rows, for the widths; undefined once written. */
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
