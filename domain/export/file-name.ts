import { fileNameMoment, slotMoment } from "../dates/format.ts";
import { FileType } from "../enumerations.ts";
import { fileStem } from "../text/file-stem.ts";

/** What the name of a file ends with, without the dot; of CSV as the merchant chose (S-2.3.11). */
export const fileEnding = (fileType: FileType, csv: string): string =>
  fileType === FileType.Csv
    ? csv
    : { [FileType.Html]: "html", [FileType.Excel]: "xlsx", [FileType.Xml]: "xml" }[fileType];

const named = (title: string, moment: string, ending: string): string => `${fileStem(title)} ${moment}.${ending}`;

/** `<title> yyyy-LL-dd HHmmss.<ext>`. */
export const exportFileName = (title: string, instant: string, zone: string, ending: string): string =>
  named(title, fileNameMoment(instant, zone), ending);

/** `<title> yyyy-LL-dd HHmm.<ext>`: of an automated report and its slot, so that every try has the same. */
export const slotFileName = (title: string, slot: string, zone: string, ending: string): string =>
  named(title, slotMoment(slot, zone), ending);
