import type { FileType } from "#domain/enumerations.ts";
import { fileFormats, listFormats } from "#domain/file-formats.ts";
import { CannotExport } from "./failure.ts";

/**
 * Bounds worksheets by format. CSV and XML take any number, as programs read them.
 * @throws {CannotExport} with what to do instead
 */
export const refuseTooManySheets = (fileType: FileType, sheets: number): void => {
  const maxSheets = fileFormats[fileType].holds.worksheets;
  const others = listFormats((format) => format.holds.worksheets >= sheets, "or");
  if (sheets > maxSheets)
    throw new CannotExport(
      `This report would have ${sheets} worksheets, but a file of this format can hold at most ${maxSheets}. Choose ${others}, another splitter, or a shorter date range.`,
    );
};
