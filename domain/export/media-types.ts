import { FileType } from "../enumerations.ts";

/** Media type per format. CSV has no charset: the shop chooses its code page. */
export const mediaTypes: Readonly<Record<FileType, string>> = {
  [FileType.Html]: "text/html; charset=utf-8",
  [FileType.Excel]: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  [FileType.Csv]: "text/csv",
  [FileType.Xml]: "application/xml",
};
