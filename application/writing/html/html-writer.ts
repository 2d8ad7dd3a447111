import { maxSearchableRows, rowSearchScript } from "#domain/html/row-search.ts";
import { escapeHtmlText } from "../markup/escape.ts";
import { createTextChunker } from "../text-chunker.ts";
import type { ByteSink, ReportWriter } from "../writer.ts";
import { createHtmlPictures, type ShownPictures } from "./html-pictures.ts";
import { createHtmlTables, type TableSettings } from "./html-tables.ts";
import { pageHead } from "./page-head.ts";

export type HtmlSettings = TableSettings & {
  /** Pictures of the file; without them, links. */
  pictures?: ShownPictures | undefined;
};

/** Writes a self-contained page for reading, searching and printing. Its style shows the counts above the table. */
export const createHtmlWriter = (settings: HtmlSettings, sink: ByteSink): ReportWriter => {
  const out = createTextChunker(sink);
  const images = settings.pictures && createHtmlPictures(settings.pictures);
  const marks = images && { pictureOf: images.pictureOf, beforeRow: images.take };
  const tables = createHtmlTables(settings, out, marks);
  return {
    async begin(head) {
      tables.begin(head.columns);
      out.add(pageHead(head, settings.preferences.UserDateFormat));
    },
    beginSheet: tables.beginSheet,
    async end(notes = []) {
      const rows = tables.rows();
      const isSearched = rows > 1 && rows <= maxSearchableRows;
      for (const note of notes) out.add(`<p class="counts note">${escapeHtmlText(note)}</p>\n`);
      out.add(`</main>\n${isSearched ? `<script>${rowSearchScript}</script>\n` : ""}</body>\n</html>\n`);
      await out.flush();
      return { contentHash: undefined };
    },
  };
};
