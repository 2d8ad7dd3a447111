import type { ReportWriter } from "#application/writing/writer.ts";
import type { RowsSink } from "./rows-sink.ts";

/** Records rows before anything is computed from them. */
export const withRowRecording = (rows: RowsSink | undefined, writer: ReportWriter): ReportWriter => {
  if (!rows) return writer;
  return {
    ...writer,
    async beginSheet(named) {
      const sheet = await writer.beginSheet(named);
      return {
        ...sheet,
        async rows(batch) {
          await rows.record(batch, named.name);
          await sheet.rows(batch);
        },
      };
    },
  };
};
