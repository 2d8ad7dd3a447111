import { FileType } from "./enumerations.ts";
import { joinList } from "./text/join-list.ts";

/** Theme colors of the formats' icons. */
export type FileColour = "excel" | "csv" | "xml" | "html";

/** All that Sheaf knows of a file format, but for its writer. */
export type FileFormat = {
  name: string;
  /** `position` among the formats to choose from (S-1.2.10). `note`: what it suits. */
  choice: { position: number; note: string };
  /** Without the dot. `isChosen`: merchants see an extension of their choice, the file store this one (S-2.3.11). */
  extension: { value: string; isChosen: boolean };
  mediaType: string;
  icon: { colour: FileColour; drawing: string };
  /**
   * Set for files that open in the browser; others are downloaded (S-1.2.12). `runsRowSearch`: the script of ADR 68 may
   * run. From `slowAt` on a browser needs ten seconds and over a gigabyte. It fails at 120,000 orders.
   */
  page: { runsRowSearch: boolean; slowAt: { bytes: number; orders: number } } | null;
  /**
   * `description`: titles of report and filter, and the conditions (ADR 57). `numberFormats`: else numbers are plain
   * . `formulas`: else their results. `pictures`: the first of each cell; 0: addresses instead (ADR 69).
   * `worksheets`: with more of them nobody finds one, and programs take minutes to open the file.
   */
  holds: { description: boolean; numberFormats: boolean; formulas: boolean; pictures: number; worksheets: number };
};

export const fileFormats: Readonly<Record<FileType, FileFormat>> = {
  [FileType.Html]: {
    name: "HTML",
    choice: { position: 2, note: "A page to read, print or send as a link" },
    extension: { value: "html", isChosen: false },
    mediaType: "text/html; charset=utf-8",
    icon: { colour: "html", drawing: "M9.5 17h13v12h-13zM9.5 20.5h13M12.5 24h7M12.5 26.5h4" },
    page: { runsRowSearch: true, slowAt: { bytes: 8_000_000, orders: 8_000 } },
    // Pictures stand side by side, and below each other.
    holds: { description: true, numberFormats: true, formulas: false, pictures: 12, worksheets: 1_000 },
  },
  [FileType.Excel]: {
    name: "Excel",
    choice: { position: 1, note: "Numbers and dates you can work with" },
    extension: { value: "xlsx", isChosen: false },
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    icon: { colour: "excel", drawing: "M9.5 20.5h13M9.5 25h13M14 20.5v9M9.5 16.5h13v13h-13z" },
    page: null,
    // Pictures stand side by side.
    holds: { description: true, numberFormats: true, formulas: true, pictures: 4, worksheets: 1_000 },
  },
  [FileType.Csv]: {
    name: "CSV",
    choice: { position: 3, note: "Plain text that any program can open" },
    extension: { value: "csv", isChosen: true },
    // No charset: the shop chooses its code page.
    mediaType: "text/csv",
    icon: { colour: "csv", drawing: "M9.5 17.5h5M9.5 22h3.5M9.5 26.5h4.5M19 17.5h3.5M17 22h5.5M18.5 26.5h4" },
    page: null,
    holds: { description: false, numberFormats: false, formulas: false, pictures: 0, worksheets: Infinity },
  },
  [FileType.Xml]: {
    name: "XML",
    choice: { position: 4, note: "For accounting and other systems" },
    extension: { value: "xml", isChosen: false },
    mediaType: "application/xml",
    icon: { colour: "xml", drawing: "m13 18-4 4.5 4 4.5M19 18l4 4.5-4 4.5" },
    page: null,
    holds: { description: true, numberFormats: false, formulas: false, pictures: 0, worksheets: Infinity },
  },
};

/** File types in the offered order. */
export const offeredFileTypes = Object.values(FileType).sort(
  (a, b) => fileFormats[a].choice.position - fileFormats[b].choice.position,
);

/** Finds a format; undefined for one of a later version. */
export const findFormat = (type: unknown): FileFormat | undefined => fileFormats[type as FileType];

/** `CSV or XML`. */
export const listFormats = (meets: (format: FileFormat) => boolean, last: "and" | "or"): string => {
  const names = offeredFileTypes.filter((type) => meets(fileFormats[type])).map((type) => fileFormats[type].name);
  return joinList(names, last);
};

/** True if another format's files have this extension: two reports would write one file (ADR 84). */
export const isReservedExtension = (chosen: string): boolean =>
  Object.values(fileFormats).some(({ extension: { value, isChosen } }) => !isChosen && value === chosen.toLowerCase());
