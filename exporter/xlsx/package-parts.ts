import { escapeXmlText } from "#application/writing/markup/escape.ts";
import { describeOrders, formatReportDescription } from "#domain/export/format-report-description.ts";
import type { ReportDescription } from "#domain/export/report-description.ts";
import { escapeExcelText, excelAttribute } from "./excel-text.ts";

/** The small parts of an Excel file around its worksheets (ECMA-376). */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export const rootRelationships = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${packages}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

/**
 * Properties for 'Info' or 'Properties': the orders as subject, the report's description as comments, which keeps
 * worksheets pure data (ADR 57). The instant is the export's: a file must not depend on the clock.
 */
export const coreProperties = (title: string, about: ReportDescription, userDateFormat: number): string =>
  `${declaration}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
  'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
  `<dc:title>${escapeXmlText(title)}</dc:title><dc:subject>${escapeXmlText(describeOrders(about, userDateFormat))}</dc:subject><dc:creator>Sheaf</dc:creator>` +
  `<dc:description>${escapeXmlText(formatReportDescription(about, userDateFormat).join("\n"))}</dc:description>` +
  `<dcterms:created xsi:type="dcterms:W3CDTF">${new Date(about.requestedAt).toISOString().replace(/\.\d+Z$/, "Z")}</dcterms:created></cp:coreProperties>`;

export type SheetPart = { name: string; lastColumn: string; lastRow: number };

const numbered = <T>(items: readonly T[], write: (item: T, n: number) => string): string =>
  items.map((item, index) => write(item, index + 1)).join("");

/** `computes`: Excel must compute formulas on opening. */
export const workbook = (sheets: readonly SheetPart[], computes = false): string => {
  const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`;
  const filters = sheets.flatMap(({ name, lastColumn, lastRow }, index) =>
    lastColumn === ""
      ? []
      : [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${escapeExcelText(quoted(name))}!$A$1:$${lastColumn}$${lastRow}</definedName>`,
        ],
  );
  return (
    `${declaration}<workbook xmlns="${main}" xmlns:r="${documents}"><bookViews><workbookView/></bookViews><sheets>` +
    numbered(sheets, ({ name }, n) => `<sheet name="${excelAttribute(name)}" sheetId="${n}" r:id="rId${n}"/>`) +
    `</sheets>${filters.length === 0 ? "" : `<definedNames>${filters.join("")}</definedNames>`}${computes ? '<calcPr fullCalcOnLoad="1"/>' : ""}</workbook>`
  );
};

export const workbookRelationships = (sheets: readonly SheetPart[], withStrings: boolean): string => {
  const next = sheets.length + 1;
  return (
    `${declaration}<Relationships xmlns="${packages}/relationships">` +
    numbered(
      sheets,
      (_, n) => `<Relationship Id="rId${n}" Type="${documents}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
    ) +
    `<Relationship Id="rId${next}" Type="${documents}/styles" Target="styles.xml"/>` +
    (withStrings
      ? `<Relationship Id="rId${next + 1}" Type="${documents}/sharedStrings" Target="sharedStrings.xml"/>`
      : "") +
    "</Relationships>"
  );
};

/** `drawings`: numbers of worksheets with a drawing. `pictures`: their file extensions. */
export const contentTypes = (
  sheets: readonly SheetPart[],
  withStrings: boolean,
  { drawings, pictures }: { drawings: readonly number[]; pictures: readonly string[] },
): string =>
  `${declaration}<Types xmlns="${packages}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  pictures.map((kind) => `<Default Extension="${kind}" ContentType="image/${kind}"/>`).join("") +
  `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>` +
  numbered(
    sheets,
    (_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`,
  ) +
  drawings
    .map(
      (n) =>
        `<Override PartName="/xl/drawings/drawing${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>`,
    )
    .join("") +
  `<Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>` +
  (withStrings ? `<Override PartName="/xl/sharedStrings.xml" ContentType="${spreadsheet}.sharedStrings+xml"/>` : "") +
  '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>';
