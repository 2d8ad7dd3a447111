import { FileType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { CannotExport } from "./attempt/failure.ts";
import { createCsvWriter } from "./csv/csv-writer.ts";
import type { ByteSink, ReportWriter } from "./writer.ts";

/** File formats and the endings of their names in the file store, whatever ending the merchant sees. */
const endings: ReadonlyMap<FileType, string> = new Map([[FileType.Csv, "csv"]]);

/** @throws {CannotExport} */
export const endingOf = (fileType: FileType): string => {
  const ending = endings.get(fileType);
  if (ending === undefined) throw new CannotExport("Reports are made as CSV files. Please choose CSV.");
  return ending;
};

/** The writer of an export's format. @throws {CannotExport} */
export const createWriter = (input: FrozenInput, sink: ByteSink): ReportWriter => {
  endingOf(input.fileType);
  return createCsvWriter({ preferences: input.preferences, zone: input.shop.ianaTimezone }, sink);
};
