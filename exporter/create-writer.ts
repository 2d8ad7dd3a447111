import { FileType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { createCsvWriter } from "./csv/csv-writer.ts";
import { withFormulas } from "./formula-cells.ts";
import { createHtmlWriter } from "./html/html-writer.ts";
import { withLetterOptions } from "./letter-options.ts";
import type { ByteSink, ReportWriter } from "./writer.ts";
import { createXlsxWriter } from "./xlsx/xlsx-writer.ts";
import { createXmlWriter } from "./xml/xml-writer.ts";

/** Endings of the names in the file store, whatever ending the merchant sees. */
const endings: Readonly<Record<FileType, string>> = {
  [FileType.Html]: "html",
  [FileType.Excel]: "xlsx",
  [FileType.Csv]: "csv",
  [FileType.Xml]: "xml",
};

export const endingOf = (fileType: FileType): string => endings[fileType];

const writerOf = (input: FrozenInput, sink: ByteSink): ReportWriter => {
  const settings = { preferences: input.preferences, zone: input.shop.ianaTimezone, numbers: input.shop };
  switch (input.fileType) {
    case FileType.Html:
      return createHtmlWriter(input, sink);
    case FileType.Excel:
      return createXlsxWriter(settings, sink);
    case FileType.Csv:
      return createCsvWriter(settings, sink);
    case FileType.Xml:
      return createXmlWriter(settings, sink);
  }
};

/** The writer of an export's format; before it the formulas of its columns, and before these the letter options of its configuration. */
export const createWriter = (input: FrozenInput, sink: ByteSink, breathe?: () => Promise<void> | void): ReportWriter =>
  withLetterOptions(input.preferences, withFormulas(input, writerOf(input, sink), breathe));
