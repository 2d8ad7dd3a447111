import { createOpenSheetGuard } from "#application/writing/open-sheet-guard.ts";
import { createTextChunker } from "#application/writing/text-chunker.ts";
import type { ByteSink, ReportWriter } from "#application/writing/writer.ts";
import type { CsvSettings } from "#domain/csv/cell-text.ts";
import { createCsvText } from "#domain/csv/csv-text.ts";
import { codePage } from "#domain/text/code-page.ts";

/**
 * Writes CSV by the shop's configuration, in UTF-8 or a code page. Counts characters that the code page lacks
 * (ADR 67).
 */
export const createCsvWriter = (settings: CsvSettings, sink: ByteSink): ReportWriter => {
  const csv = createCsvText(settings);
  const { CsvEncoding } = settings.preferences;
  let replacedCharacters = 0;
  const inPage = (text: string): Uint8Array => {
    const { bytes, replaced } = codePage(CsvEncoding).encode(text);
    replacedCharacters += replaced;
    return bytes;
  };
  const out = createTextChunker(sink, { bytesOf: CsvEncoding === 0 ? undefined : inPage });
  const sheetGuard = createOpenSheetGuard();
  let titles: string[] = [];
  let sheets = 0;

  return {
    async begin({ columns }) {
      out.add(csv.start);
      titles = columns.map((column) => column.title);
    },
    async beginSheet({ name }) {
      sheetGuard.begin();
      if (sheets > 0) out.add(csv.between);
      sheets += 1;
      out.add(csv.head({ name, titles }));
      return {
        async rows(batch) {
          for (const { cells } of batch) {
            out.add(csv.row(cells));
            if (out.isFull()) await out.flush();
          }
        },
        end: async () => sheetGuard.end(),
      };
    },
    async end() {
      await out.flush();
      return { contentHash: undefined, ...(replacedCharacters > 0 && { replacedCharacters }) };
    },
  };
};
