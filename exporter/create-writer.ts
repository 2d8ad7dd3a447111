import { withFormulas } from "#application/writing/formula-cells.ts";
import { createHtmlWriter } from "#application/writing/html/html-writer.ts";
import { withLetterOptions } from "#application/writing/letter-options.ts";
import type { ByteSink, ReportWriter } from "#application/writing/writer.ts";
import { FileType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { fileFormats } from "#domain/file-formats.ts";
import type { OnUnexpectedError } from "#domain/formulas/compute-rows.ts";
import { createCsvWriter } from "./csv/csv-writer.ts";
import type { PicturesOfFile } from "./pictures/pictures-of-file.ts";
import { withPictures } from "./pictures/with-pictures.ts";
import { createXlsxWriter } from "./xlsx/xlsx-writer.ts";
import { createXmlWriter } from "./xml/xml-writer.ts";

/** `unpacked` counts an Excel file's content before compression. */
type FileSink = { write: ByteSink; unpacked?(bytes: number): void };

const writerOf = (input: FrozenInput, { write, unpacked }: FileSink, pictures?: PicturesOfFile): ReportWriter => {
  const settings = { preferences: input.preferences, zone: input.shop.ianaTimezone, numbers: input.shop };
  switch (input.fileType) {
    case FileType.Html:
      return createHtmlWriter({ ...input, pictures }, write);
    case FileType.Excel:
      return createXlsxWriter({ ...settings, pictures }, write, unpacked);
    case FileType.Csv:
      return createCsvWriter(settings, write);
    case FileType.Xml:
      return createXmlWriter(settings, write);
  }
};

/** Fetches pictures for formats that hold them. */
const withPicturesOf = (input: FrozenInput, writer: ReportWriter, pictures?: PicturesOfFile): ReportWriter => {
  const perCell = fileFormats[input.fileType].holds.pictures;
  return pictures && perCell > 0 ? withPictures(pictures, perCell, writer) : writer;
};

/**
 * Creates a format's writer. Rows first pass through letter options and then through column formulas. Without
 * `pictures` they are links.
 */
export const createWriter = (
  input: FrozenInput,
  sink: FileSink,
  yieldToEventLoop?: () => Promise<void> | void,
  onUnexpectedError?: OnUnexpectedError,
  pictures?: PicturesOfFile,
): ReportWriter => {
  const writer = withPicturesOf(input, writerOf(input, sink, pictures), pictures);
  return withLetterOptions(input.preferences, withFormulas(input, writer, yieldToEventLoop, onUnexpectedError));
};
