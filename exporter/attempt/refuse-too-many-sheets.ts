import type { FileType } from "#domain/enumerations.ts";
import { fileFormats, listFormats } from "#domain/file-formats.ts";
import { CannotExport } from "./failure.ts";

/**
 * Refuses more worksheets than a format can reasonably hold. CSV and XML take any number, as programs read them top to
 * bottom.
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
