import { createTextPieces } from "../text-pieces.ts";
import type { ByteSink, ReportWriter } from "../writer.ts";
import { type CsvSettings, createCellText, createTextCell } from "./cell-text.ts";
import { createRecordSerializer } from "./serialize-record.ts";

const byteOrderMark = "\ufeff";

/** Comma-separated values by the shop's configuration, in UTF-8, as one file without any compression. */
export const createCsvWriter = (settings: CsvSettings, sink: ByteSink): ReportWriter => {
  const { preferences } = settings;
  const record = createRecordSerializer(preferences.CsvSeparator);
  const cellText = createCellText(settings);
  const out = createTextPieces(sink);

  return {
    async begin({ columns }) {
      if (preferences.CsvBom) out.add(byteOrderMark);
      if (!preferences.ShowCsvHeaders || columns.length === 0) return;
      const title = createTextCell(preferences);
      out.add(record(columns.map((column) => title(column.title))));
    },
    async rows(batch) {
      for (const { cells } of batch) {
        if (cells.length === 0) continue;
        out.add(record(cells.map(cellText)));
        if (out.isFull()) await out.flush();
      }
    },
    async end() {
      await out.flush();
      return { contentHash: undefined };
    },
  };
};
