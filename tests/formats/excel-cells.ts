import type { Cell, Workbook } from "exceljs";

/** A cell as an independent reader of Excel files sees it: its kind, its value, how it is shown and where it leads. */
export type ExcelCell = {
  kind: "empty" | "text" | "number" | "moment" | "link" | "formula";
  value: string;
  numFmt?: string;
  href?: string;
  formula?: string;
  shaded: boolean;
};

/** The ground of a shaded row (docs/look.md). */
const band = "FFF1F2EE";

const isShaded = ({ fill }: Cell): boolean =>
  fill?.type === "pattern" && fill.pattern === "solid" && fill.fgColor?.argb === band;

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** A moment as Excel shows it: the reader takes serials for UTC, so its UTC clock is what the cell says. */
const momentText = (moment: Date, numFmt: string): string => {
  const at = new Date(Math.round(moment.getTime() / 1000) * 1000);
  const parts: Record<string, string> = {
    yyyy: String(at.getUTCFullYear()),
    mm: twoDigits(at.getUTCMonth() + 1),
    dd: twoDigits(at.getUTCDate()),
  };
  const [day = ""] = numFmt.split(" ");
  const time = `${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`;
  return `${day.replaceAll(/yyyy|mm|dd/g, (part) => parts[part] ?? part)} ${time}`;
};

const excelCell = (cell: Cell): ExcelCell => {
  const { value } = cell;
  const numFmt = (cell.numFmt ?? "General").replaceAll("\\", "");
  const shaded = isShaded(cell);
  if (value === null || value === undefined) return { kind: "empty", value: "", shaded };
  if (typeof value === "string") return { kind: "text", value, shaded };
  if (typeof value === "number") return { kind: "number", value: String(value), numFmt, shaded };
  if (value instanceof Date) return { kind: "moment", value: momentText(value, numFmt), numFmt, shaded };
  if (typeof value === "object" && "hyperlink" in value)
    return { kind: "link", value: String(value.text), href: value.hyperlink, shaded };
  if (typeof value === "object" && "formula" in value)
    return { kind: "formula", value: String(value.result ?? ""), formula: value.formula, numFmt, shaded };
  throw new Error(`Unexpected cell: ${JSON.stringify(value)}`);
};

export type ExcelSheet = { name: string; header: string[]; rows: ExcelCell[][] };

export const excelSheets = (workbook: Workbook, columns: number): ExcelSheet[] =>
  workbook.worksheets.map((sheet) => ({
    name: sheet.name,
    header: Array.from({ length: columns }, (_, at) => String(sheet.getCell(1, at + 1).value ?? "")),
    rows: Array.from({ length: sheet.rowCount - 1 }, (_, row) =>
      Array.from({ length: columns }, (_, at) => excelCell(sheet.getCell(row + 2, at + 1))),
    ),
  }));
