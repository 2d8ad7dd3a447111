import type { CompiledColumn } from "#domain/groupings/compile.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import { createBands } from "../bands.ts";
import { createTextPieces } from "../text-pieces.ts";
import type { ByteSink, ReportHead, ReportRow, ReportWriter } from "../writer.ts";
import { createZipWriter } from "../zip/zip-writer.ts";
import { createCellXml } from "./cell-xml.ts";
import { excelText } from "./excel-text.ts";
import { type ExcelLimits, excelLimits } from "./limits.ts";
import { createSheetLinks, type SheetLinks } from "./links.ts";
import {
  contentTypes,
  coreProperties,
  rootRelationships,
  type SheetPart,
  workbook,
  workbookRelationships,
} from "./package-parts.ts";
import { createSharedStrings } from "./shared-strings.ts";
import { sheetName } from "./sheet-name.ts";
import { createStyles } from "./styles.ts";
import { columnWidths, widthSample } from "./widths.ts";

/** A block of the file ends with the first row past so many bytes. */
const blockSize = 256 * 1024;

const letterOf = (column: number): string =>
  (column < 26 ? "" : letterOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const opening =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">';

/** The header stays in view. */
const view = (first: boolean): string =>
  `<sheetViews><sheetView${first ? ' tabSelected="1"' : ""} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>` +
  '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>';

/**
 * A report as an Excel file, written as the rows come (docs/adr/0008-own-excel-writer.md): a bold, frozen header with filters,
 * real numbers, dates and links; past the rows of one worksheet the next one begins, with the header again.
 */
export const createXlsxWriter = (
  settings: { preferences: Preferences; zone: string; limits?: ExcelLimits },
  sink: ByteSink,
): ReportWriter => {
  const limits = settings.limits ?? excelLimits;
  const zip = createZipWriter(sink);
  const styles = createStyles();
  const strings = createSharedStrings();
  const headerStyle = styles.indexOf({ font: "bold", fill: "header" });
  const cellXml = createCellXml(settings, styles, strings);
  const isBanded = createBands(settings.preferences.AlternateRowsStyle);
  const sheets: SheetPart[] = [];
  let title = "";
  let columns: readonly CompiledColumn[] = [];
  let letters: string[] = [];
  let widths: number[] | undefined;
  /** The first rows, until there are enough of them to tell the widths. */
  let sample: ReportRow[] = [];
  let sheet: { part: SheetPart; links: SheetLinks } | undefined;
  const out = createTextPieces(zip.write, blockSize);

  const openSheet = async (): Promise<{ part: SheetPart; links: SheetLinks }> => {
    const n = sheets.length + 1;
    const part = { name: sheetName(title, n), lastColumn: letters.at(-1) ?? "", lastRow: 1 };
    sheets.push(part);
    await zip.begin(`xl/worksheets/sheet${n}.xml`);
    widths ??= columnWidths(
      columns,
      sample.map((row) => row.cells),
    );
    const cols = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
    const header = columns.map(
      (column, at) =>
        `<c r="${letters[at]}1" s="${headerStyle}" t="inlineStr"><is><t xml:space="preserve">${excelText(column.title)}</t></is></c>`,
    );
    out.add(
      opening +
        view(n === 1) +
        (cols.length === 0 ? "" : `<cols>${cols.join("")}</cols>`) +
        `<sheetData><row r="1">${header.join("")}</row>`,
    );
    return { part, links: createSheetLinks(limits.links) };
  };

  const closeSheet = async ({ part, links }: { part: SheetPart; links: SheetLinks }): Promise<void> => {
    const filter = part.lastColumn === "" ? "" : `<autoFilter ref="A1:${part.lastColumn}${part.lastRow}"/>`;
    out.add(`</sheetData>${filter}`);
    for (const piece of links.elements()) {
      out.add(piece);
      if (out.isFull()) await out.flush();
    }
    out.add("</worksheet>");
    await out.flush();
    await zip.endPart();
    const relationships = links.relationships();
    if (relationships !== undefined)
      await zip.part(`xl/worksheets/_rels/sheet${sheets.length}.xml.rels`, relationships);
  };

  const writeRow = async ({ cells, startsOrder }: ReportRow): Promise<void> => {
    sheet ??= await openSheet();
    if (sheet.part.lastRow >= limits.rows) {
      await closeSheet(sheet);
      sheet = await openSheet();
    }
    const { part, links } = sheet;
    part.lastRow += 1;
    const row = part.lastRow;
    const banded = isBanded(startsOrder);
    let text = `<row r="${row}">`;
    for (const [column, letter] of letters.entries())
      text += cellXml(cells[column] ?? null, { column, letter, row, ref: `${letter}${row}`, links }, banded);
    out.add(`${text}</row>`);
    if (out.isFull()) await out.flush();
  };

  const writeSample = async (): Promise<void> => {
    sheet ??= await openSheet();
    const rows = sample;
    sample = [];
    for (const row of rows) await writeRow(row);
  };

  const writeStrings = async (): Promise<void> => {
    await zip.begin("xl/sharedStrings.xml");
    for (const piece of strings.parts()) {
      out.add(piece);
      if (out.isFull()) await out.flush();
    }
    await out.flush();
    await zip.endPart();
  };

  return {
    async begin(head: ReportHead) {
      ({ title, columns } = head);
      letters = columns.map((_, at) => letterOf(at));
      await zip.part("_rels/.rels", rootRelationships);
      await zip.part("docProps/core.xml", coreProperties(title, head.requestedAt));
    },
    async rows(batch) {
      for (const row of batch) {
        if (sheet !== undefined) await writeRow(row);
        else if (sample.push(row) === widthSample) await writeSample();
      }
    },
    async end() {
      await writeSample();
      if (sheet !== undefined) await closeSheet(sheet);
      if (!strings.isEmpty()) await writeStrings();
      await zip.part("xl/styles.xml", styles.part());
      await zip.part("xl/workbook.xml", workbook(sheets));
      await zip.part("xl/_rels/workbook.xml.rels", workbookRelationships(sheets, !strings.isEmpty()));
      await zip.part("[Content_Types].xml", contentTypes(sheets, !strings.isEmpty()));
      return zip.end();
    },
  };
};
