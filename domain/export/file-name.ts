import { fileNameMoment } from "../dates/format.ts";
import { FileType } from "../enumerations.ts";

/** What the name of a file ends with, without the dot; of CSV as the merchant chose (S-2.3.11). */
export const fileEnding = (fileType: FileType, csv: string): string =>
  fileType === FileType.Csv
    ? csv
    : { [FileType.Html]: "html", [FileType.Excel]: "xlsx", [FileType.Xml]: "xml" }[fileType];

/** `<title> yyyy-LL-dd HHmmss.<ext>`, without the characters that file systems refuse. */
export const exportFileName = (title: string, instant: string, zone: string, ending: string): string => {
  const clean = title
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^\.+/, "");
  return `${clean === "" ? "Report" : clean} ${fileNameMoment(instant, zone)}.${ending}`;
};
