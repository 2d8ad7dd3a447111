import { FileType } from "#domain/enumerations.ts";
import { CannotExport } from "./failure.ts";

/** Most worksheets of a file that is opened as a whole. With more, programs take minutes to open it. */
const maxSheets = 1_000;

const openedAsWhole: ReadonlySet<FileType> = new Set([FileType.Excel, FileType.Html]);

/**
 * Refuses more worksheets than a format can reasonably hold. CSV and XML take any number, as programs read them top to
 * bottom.
 * @throws {CannotExport} with what to do instead
 */
export const refuseTooManySheets = (fileType: FileType, sheets: number): void => {
  if (sheets > maxSheets && openedAsWhole.has(fileType))
    throw new CannotExport(
      `This report would have ${sheets} worksheets, but a file of this format can hold at most ${maxSheets}. Choose CSV or XML, another splitter, or a shorter date range.`,
    );
};
