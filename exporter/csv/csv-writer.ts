import type { ByteSink, ReportWriter } from "../writer.ts";
import { type CsvSettings, createCellText, createTextCell } from "./cell-text.ts";
import { createRecordSerializer } from "./serialize-record.ts";

/** Characters that are gathered before they are handed on. */
const pieceSize = 64 * 1024;
const byteOrderMark = "\ufeff";

/** Comma-separated values by the shop's configuration (decision 35), in UTF-8, as one file without any compression. */
export const createCsvWriter = (settings: CsvSettings, sink: ByteSink): ReportWriter => {
  const { preferences } = settings;
  const record = createRecordSerializer(preferences.CsvSeparator);
  const cellText = createCellText(settings);
  let pending = "";

  const flush = async (): Promise<void> => {
    if (pending === "") return;
    const bytes = Buffer.from(pending, "utf8");
    pending = "";
    await sink(bytes);
  };

  return {
    async begin({ columns }) {
      if (preferences.CsvBom) pending += byteOrderMark;
      if (!preferences.ShowCsvHeaders || columns.length === 0) return;
      const title = createTextCell(preferences);
      pending += record(columns.map((column) => title(column.title)));
    },
    async rows(batch) {
      for (const { cells } of batch) {
        if (cells.length === 0) continue;
        pending += record(cells.map(cellText));
        if (pending.length >= pieceSize) await flush();
      }
    },
    async end() {
      await flush();
      return { contentHash: undefined };
    },
  };
};
