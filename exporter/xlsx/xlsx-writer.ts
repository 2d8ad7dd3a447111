import { computeColumnWidths, widthSample, widthSampleCharacters } from "#application/writing/column-widths.ts";
import { createOpenSheetGuard } from "#application/writing/open-sheet-guard.ts";
import { createTextChunker } from "#application/writing/text-chunker.ts";
import type { ByteSink, ReportHead, ReportRow, ReportWriter, SheetHandle } from "#application/writing/writer.ts";
import { isAmount } from "#domain/columns/amounts.ts";
import { cellCharacters } from "#domain/columns/cells/cell-characters.ts";
import { ColumnType } from "#domain/enumerations.ts";
import { firstRowOfData, formatColumnLetters } from "#domain/formulas/syntax/references.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { createNumberFormatter, type ShopNumberSettings } from "#domain/number-formats/format-number.ts";
import { createBands } from "#domain/reports/bands.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import type { ShownPictures } from "../pictures/pictures-of-file.ts";
import { blocksAhead } from "../zip/block-packer.ts";
import { createZipWriter } from "../zip/zip-writer.ts";
import { createCellPictures, widthOfPictures } from "./cell-pictures.ts";
import { type CellPosition, createCellXml } from "./cell-xml.ts";
import { conditionalFormats, isConditional } from "./conditional.ts";
import {
  createMedia,
  createSheetDrawing,
  drawingElement,
  drawingRelationship,
  pictureRowHeight,
  type SheetDrawing,
} from "./drawing.ts";
import { escapeExcelText } from "./excel-text.ts";
import { type ExcelFormula, excelFormulas } from "./formula-xml.ts";
import { ignoredErrors } from "./ignored-errors.ts";
import { type ExcelLimits, excelLimits } from "./limits.ts";
import { createSheetLinks, type SheetLinks } from "./links.ts";
import { excelCode } from "./number-code.ts";
import {
  contentTypes,
  coreProperties,
  rootRelationships,
  type SheetPart,
  workbook,
  workbookRelationships,
} from "./package-parts.ts";
import { createSharedStrings } from "./shared-strings.ts";
import { createSheetNames } from "./sheet-name.ts";
import { createStyles } from "./styles.ts";

/** Size of a block, bytes; the row that reaches it ends it. */
const blockSize = 256 * 1024;

type OpenPart = {
  part: SheetPart;
  links: SheetLinks;
  drawing: SheetDrawing;
  /** Index of its first row in the report's worksheet, from 0. */
  firstIndex: number;
  positions: readonly CellPosition[];
};

const opening =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">';

const tallRow = ` ht="${pictureRowHeight}" customHeight="1"`;

const view = (first: boolean): string =>
  `<sheetViews><sheetView${first ? ' tabSelected="1"' : ""} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>` +
  '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>';

/**
 * Writes Excel files row by row (ADR 8). The header is bold and frozen, with filters. Numbers, dates and links are
 * real; number formats and formulas are the merchant's. Rows beyond a worksheet's limit go to the next one, under the
 * header again. A split report names its worksheets by its values.
 */
export const createXlsxWriter = (
  settings: {
    preferences: Preferences;
    zone: string;
    numbers: ShopNumberSettings;
    limits?: ExcelLimits;
    /** Without it pictures stay links. */
    pictures?: ShownPictures | undefined;
  },
  sink: ByteSink,
  unpacked?: (bytes: number) => void,
): ReportWriter => {
  const { limits = excelLimits, pictures } = settings;
  const zip = createZipWriter(sink, unpacked);
  const styles = createStyles();
  const strings = createSharedStrings();
  const headerStyle = styles.indexOf({ font: "bold", fill: "header" });
  const cellXml = createCellXml(settings, styles, strings);
  const nameOf = createSheetNames();
  const sheetGuard = createOpenSheetGuard();
  const parts: SheetPart[] = [];
  const media = createMedia();
  const drawings: number[] = [];
  let title = "";
  let columns: readonly CompiledColumn[] = [];
  let letters: string[] = [];
  let codes: (string | undefined)[] = [];
  let formulas: (ExcelFormula | undefined)[] = [];
  const out = createTextChunker(zip.write, { pieceSize: blockSize, heldAtMost: blocksAhead });

  const writePieces = async (pieces: Iterable<string>): Promise<void> => {
    for (const piece of pieces) {
      out.add(piece);
      if (out.isFull()) await out.flush();
    }
  };
  const writePart = async (name: string, pieces: Iterable<string>): Promise<void> => {
    await zip.begin(name);
    await writePieces(pieces);
    await out.flush();
    await zip.endPart();
  };

  const openPart = async (
    name: string,
    widths: readonly number[],
    { firstIndex, positions }: Pick<OpenPart, "firstIndex" | "positions">,
  ): Promise<OpenPart> => {
    const n = parts.length + 1;
    const part = { name: nameOf(name), lastColumn: letters.at(-1) ?? "", lastRow: 1 };
    parts.push(part);
    await zip.begin(`xl/worksheets/sheet${n}.xml`);
    const cols = widths.map(
      (width, columnIndex) =>
        `<col min="${columnIndex + 1}" max="${columnIndex + 1}" width="${width}" customWidth="1"/>`,
    );
    const header = columns.map(
      (column, columnIndex) =>
        `<c r="${letters[columnIndex]}1" s="${headerStyle}" t="inlineStr"><is><t xml:space="preserve">${escapeExcelText(column.title)}</t></is></c>`,
    );
    out.add(
      opening +
        view(n === 1) +
        (cols.length === 0 ? "" : `<cols>${cols.join("")}</cols>`) +
        `<sheetData><row r="1">${header.join("")}</row>`,
    );
    for (const position of positions) position.hasNumericText = false;
    return {
      part,
      links: createSheetLinks(limits.links),
      drawing: createSheetDrawing(media),
      firstIndex,
      positions,
    };
  };

  const formulaIn = (column: number, index: number, firstIndex: number) => {
    const formula = formulas[column];
    if (formula === undefined) return null;
    const text = formula.inRow(index, { first: firstRowOfData, firstIndex, last: limits.rows });
    if (text !== null) return { text, computed: formula.computed };
    // Excel shows this for a formula filled down past the last row.
    return formula.computed ? null : { text: "#REF!", computed: false };
  };

  const writeRelatedParts = async (n: number, { links, drawing }: OpenPart): Promise<void> => {
    const drawn = drawing.size() === 0 ? "" : drawingRelationship(n);
    if (drawn !== "") {
      drawings.push(n);
      await writePart(`xl/drawings/drawing${n}.xml`, drawing.elements());
      await writePart(`xl/drawings/_rels/drawing${n}.xml.rels`, drawing.relationships());
      for (const { name, bytes, hash } of media.take()) await zip.stored(`xl/media/${name}`, bytes, hash);
    }
    if (drawn !== "" || !links.isEmpty())
      await writePart(`xl/worksheets/_rels/sheet${n}.xml.rels`, links.relationships(drawn));
  };

  const closePart = async (open: OpenPart): Promise<void> => {
    const { part, links, drawing, positions } = open;
    const filter = part.lastColumn === "" ? "" : `<autoFilter ref="A1:${part.lastColumn}${part.lastRow}"/>`;
    out.add(`</sheetData>${filter}${conditionalFormats(columns, letters, part.lastRow)}`);
    await writePieces(links.elements());
    const numeric = positions.filter(({ hasNumericText }) => hasNumericText).map(({ letter }) => letter);
    out.add(`${ignoredErrors(numeric, part.lastRow)}${drawing.size() === 0 ? "" : drawingElement}</worksheet>`);
    await out.flush();
    await zip.endPart();
    await writeRelatedParts(parts.length, open);
  };

  /** Writes notes on a last worksheet, for programs that read the first one. */
  const writeNotes = async (notes: readonly string[]): Promise<void> => {
    parts.push({ name: nameOf("Notes"), lastColumn: "", lastRow: notes.length });
    const rows = notes.map(
      (note, index) =>
        `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t xml:space="preserve">${escapeExcelText(note)}</t></is></c></row>`,
    );
    await zip.part(
      `xl/worksheets/sheet${parts.length}.xml`,
      `${opening}<cols><col min="1" max="1" width="100" customWidth="1"/></cols><sheetData>${rows.join("")}</sheetData></worksheet>`,
    );
  };

  const beginSheet = (name: string): SheetHandle => {
    const isBanded = createBands(settings.preferences.AlternateRowsStyle);
    /** Rows held to choose column widths. */
    let sample: ReportRow[] = [];
    let sampled = 0;
    let widths: number[] = [];
    let open: OpenPart | undefined;
    let index = 0;
    const noLinks = createSheetLinks(0);
    const positions = letters.map(
      (letter, column): CellPosition => ({
        column,
        letter,
        row: "",
        links: noLinks,
        code: codes[column],
        formula: null,
        hasNumericText: false,
      }),
    );

    const writeRow = async (within: OpenPart, { cells, startsOrder }: ReportRow): Promise<OpenPart> => {
      let into = within;
      if (into.part.lastRow >= limits.rows) {
        await closePart(into);
        into = await openPart(name, widths, { firstIndex: index, positions });
      }
      const { part, links, drawing, firstIndex } = into;
      part.lastRow += 1;
      const row = String(part.lastRow);
      const banded = isBanded(startsOrder);
      const drawnBefore = drawing.size();
      let text = "";
      for (let column = 0; column < positions.length; column += 1) {
        const position = positions[column];
        if (position === undefined) continue;
        position.row = row;
        position.links = links;
        position.drawing = drawing;
        position.formula = formulas[column] === undefined ? null : formulaIn(column, index, firstIndex);
        text += cellXml(cells[column] ?? null, position, banded);
      }
      index += 1;
      out.add(`<row r="${row}"${drawing.size() > drawnBefore ? tallRow : ""}>${text}</row>`);
      if (out.isFull()) await out.flush();
      return into;
    };
    const writeSample = async (): Promise<OpenPart> => {
      widths = computeColumnWidths(
        columns,
        sample.map((row) => row.cells),
        columns.map(({ key, format }) => createNumberFormatter(format, settings.numbers, { amounts: isAmount(key) })),
        pictures && ((cell) => widthOfPictures(pictures, cell)),
      );
      if (pictures)
        for (const position of positions) {
          if (columns[position.column]?.type !== ColumnType.Image) continue;
          position.pictures = createCellPictures(pictures, position.column, widths[position.column] ?? 0);
        }
      let into = await openPart(name, widths, { firstIndex: index, positions });
      for (const row of sample) into = await writeRow(into, row);
      sample = [];
      return into;
    };
    return {
      async rows(batch) {
        for (const row of batch) {
          if (open !== undefined) {
            open = await writeRow(open, row);
            continue;
          }
          sample.push(row);
          sampled += cellCharacters(row.cells);
          if (sample.length === widthSample || sampled >= widthSampleCharacters) open = await writeSample();
        }
      },
      async end() {
        await closePart(open ?? (await writeSample()));
        sheetGuard.end();
      },
    };
  };

  return {
    async begin(head: ReportHead) {
      // No design has so many. No file is better than one that Excel can't open.
      if (head.columns.length > limits.columns)
        throw new RangeError(
          `A report of ${head.columns.length} columns doesn't fit into an Excel file: a worksheet has at most ${limits.columns}.`,
        );
      ({ title, columns } = head);
      letters = columns.map((_, columnIndex) => formatColumnLetters(columnIndex));
      codes = columns.map(({ key, format }) => excelCode(format, settings.numbers, { amounts: isAmount(key) }));
      formulas = excelFormulas(columns.map(({ formula }) => formula));
      await zip.part("_rels/.rels", rootRelationships);
      await zip.part("docProps/core.xml", coreProperties(title, head.about, settings.preferences.UserDateFormat));
    },
    async beginSheet({ name }) {
      sheetGuard.begin();
      return beginSheet(name ?? title);
    },
    async end(notes = []) {
      if (notes.length > 0) await writeNotes(notes);
      if (!strings.isEmpty()) await writePart("xl/sharedStrings.xml", strings.parts());
      await zip.part("xl/styles.xml", styles.part(columns.some(isConditional)));
      await zip.part("xl/workbook.xml", workbook(parts, formulas.some(Boolean)));
      await zip.part("xl/_rels/workbook.xml.rels", workbookRelationships(parts, !strings.isEmpty()));
      const pictured = { drawings, pictures: media.kinds() };
      await zip.part("[Content_Types].xml", contentTypes(parts, !strings.isEmpty(), pictured));
      return zip.end();
    },
  };
};
