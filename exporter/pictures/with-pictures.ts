import type { ReportRow, ReportWriter } from "#application/writing/writer.ts";
import type { PicturesOfFile } from "./pictures-of-file.ts";

function* addressesIn(rows: readonly ReportRow[], perCell: number): Generator<string> {
  for (const { cells } of rows)
    for (const cell of cells) if (cell?.kind === "image") yield* cell.urls.slice(0, perCell);
}

/** Fetches rows' pictures before the writer gets the rows. `perCell`: pictures that it shows per cell. */
export const withPictures = (pictures: PicturesOfFile, perCell: number, writer: ReportWriter): ReportWriter => ({
  begin: (head) => writer.begin(head),
  async beginSheet(named) {
    const sheet = await writer.beginSheet(named);
    return {
      async rows(batch) {
        await pictures.fetch(addressesIn(batch, perCell));
        await sheet.rows(batch);
      },
      end: (counts) => sheet.end(counts),
    };
  },
  async end(notes) {
    const ended = await writer.end(notes);
    const summary = pictures.summary();
    return summary === undefined ? ended : { ...ended, pictures: summary };
  },
});
