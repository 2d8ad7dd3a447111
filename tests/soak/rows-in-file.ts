import { parse } from "csv-parse/sync";
import jszip from "jszip";
import { FileType } from "#domain/enumerations.ts";
import { readXml } from "#tests/support/read-report.ts";

const matches = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** Counted in the XML of the worksheets: a reader of whole workbooks takes as much memory as all that is looked at here. */
const rowsInExcel = async (bytes: Uint8Array): Promise<number> => {
  const zip = await jszip.loadAsync(bytes, { checkCRC32: true });
  let rows = 0;
  for (const sheet of zip.file(/^xl\/worksheets\/[^/]+\.xml$/)) {
    const text = await sheet.async("text");
    if (!text.endsWith("</worksheet>")) throw new Error(`${sheet.name} is truncated.`);
    rows += matches(text, /<row /g) - 1;
  }
  return rows;
};

const rowsInHtml = (text: string): number => {
  if (!text.trimEnd().endsWith("</html>")) throw new Error("The page is truncated.");
  return [...text.matchAll(/<tbody.*?<\/tbody>/gs)].reduce((sum, [body]) => sum + matches(body, /<tr[ >]/g), 0);
};

/**
 * Rows of reports with more than one column. A record of one column is a worksheet's name, or the empty line before the
 * next. Each worksheet has its titles.
 */
const rowsInCsv = (bytes: Buffer): number => {
  const records: string[][] = parse(bytes, { bom: true, record_delimiter: "\r\n", relax_column_count: true });
  const names = records.filter((record) => record.length === 1 && record[0] !== "").length;
  return records.filter((record) => record.length > 1).length - Math.max(1, names);
};

/** Counts the rows of a report file, without titles and totals, with third-party readers. @throws if it isn't whole */
export const rowsInFile = async (fileType: FileType, bytes: Buffer): Promise<number> => {
  switch (fileType) {
    case FileType.Excel:
      return rowsInExcel(bytes);
    case FileType.Csv:
      return rowsInCsv(bytes);
    case FileType.Xml:
      return readXml(bytes).rows.length;
    default:
      return rowsInHtml(bytes.toString("utf8"));
  }
};
