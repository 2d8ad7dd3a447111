import { createSheetTurn } from "../one-sheet.ts";
import { createTextPieces } from "../text-pieces.ts";
import type { ByteSink, ReportWriter } from "../writer.ts";
import { type CsvSettings, createCellText, createTextCell } from "./cell-text.ts";
import { createRecordSerializer, recordEnd } from "./serialize-record.ts";

const byteOrderMark = "\ufeff";

/**
 * Comma-separated values by the shop's configuration, in UTF-8, as one file without any compression. Worksheets stand below
 * each other: a record with the name, titles and rows, then an empty line before the next.
 */
export const createCsvWriter = (settings: CsvSettings, sink: ByteSink): ReportWriter => {
  const { preferences } = settings;
  const record = createRecordSerializer(preferences.CsvSeparator);
  const cellText = createCellText(settings);
  const text = createTextCell(preferences);
  const out = createTextPieces(sink);
  const turn = createSheetTurn();
  let titles: string[] = [];
  let sheets = 0;

  return {
    async begin({ columns }) {
      if (preferences.CsvBom) out.add(byteOrderMark);
      titles = columns.map((column) => text(column.title));
    },
    async beginSheet({ name }) {
      turn.begin();
      if (sheets > 0) out.add(recordEnd);
      sheets += 1;
      if (name !== null) out.add(record([text(name)]));
      if (preferences.ShowCsvHeaders && titles.length > 0) out.add(record(titles));
      return {
        async rows(batch) {
          for (const { cells } of batch) {
            if (cells.length === 0) continue;
            out.add(record(cells.map(cellText)));
            if (out.isFull()) await out.flush();
          }
        },
        end: async () => turn.end(),
      };
    },
    async end() {
      await out.flush();
      return { contentHash: undefined };
    },
  };
};
