import { FileType } from "#domain/enumerations.ts";
import { CannotExport } from "./failure.ts";

/** Worksheets of a file that people open as a whole: beyond these nobody finds one, and programs take minutes to open it. */
const sheetsAtMost = 1_000;

const opensWhole: ReadonlySet<FileType> = new Set([FileType.Excel, FileType.Html]);

/**
 * Refuses more worksheets than a file of its format is good for; CSV and XML, which programs read from top to bottom, take any number.
 * @throws {CannotExport} with what to do instead
 */
export const refuseTooManySheets = (fileType: FileType, sheets: number): void => {
  if (sheets > sheetsAtMost && opensWhole.has(fileType))
    throw new CannotExport(
      `This report would have ${sheets} worksheets, but a file of this format can hold at most ${sheetsAtMost}. Choose CSV or XML, another splitter, or a shorter date range.`,
    );
};
