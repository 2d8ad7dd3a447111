import { createRequire } from "node:module";
import type { Workbook, Worksheet } from "exceljs";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { SaxesParser } from "saxes";

/** Reads report files with foreign readers, to compare the formats. */

export type XmlReport = {
  title: string;
  generated: string;
  columns: { key: string; title: string; type: string }[];
  /** Texts of each row's elements, all worksheets together. */
  rows: string[][];
  /** Worksheets of a split report. */
  worksheets: { name: string; rows: string[][] }[];
  /** Names of a row's elements, the same in every row. */
  keys: string[];
};

export const readXml = (bytes: Uint8Array): XmlReport => {
  const report: XmlReport = { title: "", generated: "", columns: [], rows: [], worksheets: [], keys: [] };
  const path: string[] = [];
  let row: { key: string; text: string }[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  /** Depth inside a row of `report` or of one of its worksheets. */
  const depth = () => path.length - (path[1] === "worksheet" ? 1 : 0);
  parser.on("opentag", ({ name, attributes }) => {
    path.push(name);
    if (path.join("/") === "report/worksheet") {
      report.worksheets.push({ name: String((attributes as Record<string, string>).name), rows: [] });
      return;
    }
    const { key = "", title = "", type = "", generated = "" } = attributes as Record<string, string>;
    if (path.length === 1) Object.assign(report, { title, generated });
    else if (path.join("/") === "report/columns/column") report.columns.push({ key, title, type });
    else if (depth() === 2 && name === "row") row = [];
    else if (depth() === 3) row.push({ key: name, text: "" });
    else if (path.join("/") !== "report/columns") throw new Error(`An element in the wrong place: ${path.join("/")}`);
  });
  parser.on("text", (text) => {
    const last = row.at(-1);
    if (depth() === 3 && last) last.text += text;
    else if (text.trim() !== "") throw new Error(`Text in the wrong place: ${text}`);
  });
  parser.on("closetag", ({ name }) => {
    const closes = depth();
    path.pop();
    if (closes !== 2 || name !== "row") return;
    if (report.rows.length === 0) report.keys = row.map(({ key }) => key);
    else if (row.some(({ key }, place) => key !== report.keys[place]))
      throw new Error("Rows differ in their elements.");
    const texts = row.map(({ text }) => text);
    report.rows.push(texts);
    if (path[1] === "worksheet") report.worksheets.at(-1)?.rows.push(texts);
  });
  parser.write(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)).close();
  return report;
};

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const elements = (node: Node | DefaultTreeAdapterTypes.Document, name: string): Element[] =>
  ("childNodes" in node ? node.childNodes : []).flatMap((child) => [
    ...(child.nodeName === name ? [child as Element] : []),
    ...elements(child, name),
  ]);
const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((found) => found.name === name)?.value;

/** Returns the text that a person reads, with line breaks; for an image, its alternative text. */
const textOf = (node: Node): string => {
  if (node.nodeName === "#text") return (node as DefaultTreeAdapterTypes.TextNode).value;
  if (node.nodeName === "br") return "\n";
  if (node.nodeName === "img") return attribute(node as Element, "alt") ?? "";
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
};

type HtmlTable = {
  header: string[];
  rows: string[][];
  /** The table's footer; empty if it has none. */
  totals: string[];
};

export type HtmlReport = HtmlTable & {
  title: string;
  /** Sections of a split report. */
  sections: (HtmlTable & { name: string; words: string })[];
  /** Class of each row, empty without one. */
  rowClasses: string[];
  /** All that a person reads. */
  words: string;
  links: string[];
  /** Addresses of pictures, and of all that a browser would load. */
  pictures: string[];
  loaded: string[];
  /** Texts of its scripts. */
  scripts: string[];
  /** The page's content security policy. */
  policy: string;
};

/** The addresses of pictures below a node. */
const picturesIn = (root: Node | DefaultTreeAdapterTypes.Document): string[] =>
  elements(root, "span").flatMap((span) =>
    attribute(span, "role") === "img" ? [attribute(span, "aria-label") ?? ""] : [],
  );

/** The cells of the tables below a node. */
const tableOf = (root: Node | DefaultTreeAdapterTypes.Document): HtmlTable => {
  const cellsOf = (part: string) =>
    elements(root, part).flatMap((found) =>
      elements(found, "tr").map((row) =>
        row.childNodes.filter(({ nodeName }) => nodeName === "td" || nodeName === "th").map(textOf),
      ),
    );
  return {
    header: cellsOf("thead")[0] ?? [],
    // Pictures stand side by side, where other formats have lines.
    rows: elements(root, "tbody").flatMap((part) =>
      elements(part, "tr").map((row) =>
        elements(row, "td").map((cell) => {
          const links = elements(cell, "a");
          return links.some((link) => picturesIn(link).length > 0)
            ? links.map((link) => picturesIn(link)[0] ?? textOf(link)).join("\n")
            : textOf(cell);
        }),
      ),
    ),
    totals: cellsOf("tfoot")[0] ?? [],
  };
};

export const readHtml = (bytes: Uint8Array): HtmlReport => {
  const page = parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), {
    onParseError: (error) => {
      throw new Error(`The HTML is wrong: ${error.code} at line ${error.startLine}`);
    },
  });
  const [body] = elements(page, "body");
  return {
    ...tableOf(page),
    title: elements(page, "title").map(textOf).join(""),
    sections: elements(page, "section").map((section) => ({
      ...tableOf(section),
      name: elements(section, "h2").map(textOf).join(""),
      words: textOf(section),
    })),
    rowClasses: elements(page, "tbody").flatMap((part) =>
      elements(part, "tr").map((row) => attribute(row, "class") ?? ""),
    ),
    words: body ? textOf({ ...body, childNodes: body.childNodes.filter(({ nodeName }) => nodeName !== "script") }) : "",
    links: elements(page, "a").map((link) => attribute(link, "href") ?? ""),
    pictures: picturesIn(page),
    loaded: elements(page, "img").map((picture) => attribute(picture, "src") ?? ""),
    scripts: elements(page, "script").map(textOf),
    policy: elements(page, "meta")
      .filter((meta) => attribute(meta, "http-equiv") === "Content-Security-Policy")
      .map((meta) => attribute(meta, "content"))
      .join(),
  };
};

// Its types wrongly describe an ES module.
const exceljs = createRequire(import.meta.url)("exceljs") as typeof import("exceljs");

export const openExcel = async (bytes: Uint8Array): Promise<Workbook> => {
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.load(Buffer.from(bytes) as unknown as ArrayBuffer);
  return workbook;
};

/** Formats a cell's value like the other formats: dates by the cell's own format. */
const excelText = (sheet: Worksheet, row: number, column: number): string => {
  const cell = sheet.getCell(row, column);
  let value = cell.value;
  if (value !== null && typeof value === "object" && "hyperlink" in value) value = value.text;
  else if (value !== null && typeof value === "object" && "formula" in value) value = (value.result ?? "") as string;
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (value instanceof Date) {
    // exceljs reads serials as UTC: the UTC day and time are what the cell shows.
    const at = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString();
    const parts = { yyyy: at.slice(0, 4), mm: at.slice(5, 7), dd: at.slice(8, 10) };
    const [day = ""] = cell.numFmt.split(" ");
    return `${day.replaceAll("\\", "").replaceAll(/yyyy|mm|dd/g, (part) => parts[part as keyof typeof parts])} ${at.slice(11, 16)}`;
  }
  throw new Error(`Unexpected cell: ${JSON.stringify(value)}`);
};

export type ExcelReport = { sheets: { name: string; header: string[]; rows: string[][] }[] };

export const readExcel = async (bytes: Uint8Array): Promise<ExcelReport> => {
  const workbook = await openExcel(bytes);
  return {
    sheets: workbook.worksheets.map((sheet) => {
      const width = sheet.getRow(1).cellCount;
      const textsOf = (row: number) => Array.from({ length: width }, (_, at) => excelText(sheet, row, at + 1));
      return {
        name: sheet.name,
        header: textsOf(1),
        rows: Array.from({ length: sheet.rowCount - 1 }, (_, at) => textsOf(at + 2)),
      };
    }),
  };
};
