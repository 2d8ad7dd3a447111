import { withFormulas } from "#application/writing/formula-cells.ts";
import { createHtmlWriter } from "#application/writing/html/html-writer.ts";
import { withLetterOptions } from "#application/writing/letter-options.ts";
import type { ByteSink, ReportWriter } from "#application/writing/writer.ts";
import { FileType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { OnUnexpectedError } from "#domain/formulas/compute-rows.ts";
import { createCsvWriter } from "./csv/csv-writer.ts";
import { picturesInCell } from "./pictures/picture-limits.ts";
import type { PicturesOfFile } from "./pictures/pictures-of-file.ts";
import { withPictures } from "./pictures/with-pictures.ts";
import { createXlsxWriter } from "./xlsx/xlsx-writer.ts";
import { createXmlWriter } from "./xml/xml-writer.ts";

/** Endings of names in the file store, independent of those that merchants see. */
const endings: Readonly<Record<FileType, string>> = {
  [FileType.Html]: "html",
  [FileType.Excel]: "xlsx",
  [FileType.Csv]: "csv",
  [FileType.Xml]: "xml",
};

export const getFileExtension = (fileType: FileType): string => endings[fileType];

/** Target of a file's bytes. `unpacked`: counts an Excel file's content before compression. */
type FileSink = { write: ByteSink; unpacked?(bytes: number): void };

const writerOf = (input: FrozenInput, { write, unpacked }: FileSink, pictures?: PicturesOfFile): ReportWriter => {
  const settings = { preferences: input.preferences, zone: input.shop.ianaTimezone, numbers: input.shop };
  const shown = (perCell: number, writer: ReportWriter) =>
    pictures ? withPictures(pictures, perCell, writer) : writer;
  switch (input.fileType) {
    case FileType.Html:
      return shown(picturesInCell.html, createHtmlWriter({ ...input, pictures }, write));
    case FileType.Excel:
      return shown(picturesInCell.excel, createXlsxWriter({ ...settings, pictures }, write, unpacked));
    case FileType.Csv:
      return createCsvWriter(settings, write);
    case FileType.Xml:
      return createXmlWriter(settings, write);
  }
};

/**
 * The writer of an export's format, after column formulas and, before these, letter options. `pictures`: without it
 * pictures are links in every format.
 */
export const createWriter = (
  input: FrozenInput,
  sink: FileSink,
  yieldToEventLoop?: () => Promise<void> | void,
  unforeseen?: OnUnexpectedError,
  pictures?: PicturesOfFile,
): ReportWriter =>
  withLetterOptions(
    input.preferences,
    withFormulas(input, writerOf(input, sink, pictures), yieldToEventLoop, unforeseen),
  );
