import { about } from "#application/writing/writers-for-tests.ts";
import { parseColumnLetters } from "#domain/formulas/syntax/references.ts";
import { createShift } from "#domain/formulas/syntax/shift.ts";
import { formulaXml } from "../../../exporter/xlsx/formula-xml.ts";
import {
  contentTypes,
  coreProperties,
  rootRelationships,
  workbook,
  workbookRelationships,
} from "../../../exporter/xlsx/package-parts.ts";
import { createStyles } from "../../../exporter/xlsx/styles.ts";
import { createZipWriter } from "../../../exporter/zip/zip-writer.ts";

/** Letters of the column of formulas and of the one beside it. No formula of the tests reads them, so each error stays in its row. */
const [formulas, isFormula] = ["IU", "IV"];

/** The column of formulas, from 0. */
export const formulaColumn = parseColumnLetters(formulas);

const lastRow = 1_048_576;

/**
 * An Excel file with a formula in each row, in the XML of a report and without results. Columns A to C hold numbers, D holds text. The column beside the
 * formula says TRUE where the reader has one. `within`: puts the text of a formula into another.
 */
export const workbookOf = async (
  written: readonly string[],
  within: (text: string) => string = (text) => text,
): Promise<Buffer> => {
  const rows = written.map((formula, index) => {
    const row = index + 1;
    const text = createShift(formula)(index, { first: 1, firstIndex: 0, last: lastRow });
    if (text === null) throw new Error(`${formula} looks at rows that a worksheet does not have.`);
    const cell = (letters: string, text: string) =>
      formulaXml({ start: `<c r="${letters}${row}"`, text, result: null, computed: false });
    return (
      `<row r="${row}"><c r="A${row}"><v>${row}</v></c><c r="B${row}"><v>2</v></c><c r="C${row}"><v>0.5</v></c>` +
      `<c r="D${row}" t="inlineStr"><is><t>Mug</t></is></c>` +
      `${cell(formulas, within(text))}${cell(isFormula, `_xlfn.ISFORMULA(${formulas}${row})`)}</row>`
    );
  });
  const pieces: Uint8Array[] = [];
  const zip = createZipWriter(async (bytes) => {
    pieces.push(Buffer.from(bytes));
  });
  const sheets = [{ name: "Formulas", lastColumn: "", lastRow: rows.length }];
  await zip.part("_rels/.rels", rootRelationships);
  await zip.part("docProps/core.xml", coreProperties("Formulas", about, 0));
  await zip.part(
    "xl/worksheets/sheet1.xml",
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join("")}</sheetData></worksheet>`,
  );
  await zip.part("xl/styles.xml", createStyles().part(false));
  await zip.part("xl/workbook.xml", workbook(sheets));
  await zip.part("xl/_rels/workbook.xml.rels", workbookRelationships(sheets, false));
  await zip.part("[Content_Types].xml", contentTypes(sheets, false, { drawings: [], pictures: [] }));
  await zip.end();
  return Buffer.concat(pieces);
};
