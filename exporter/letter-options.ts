import { createLetterOptions } from "#domain/reports/letter-options.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import type { ReportWriter } from "./writer.ts";

/** Applies the letter options of the configuration to the cells of text columns, whatever the format. */
export const withLetterOptions = (preferences: Preferences, writer: ReportWriter): ReportWriter => {
  let converted: ReturnType<typeof createLetterOptions> = null;
  return {
    begin(head) {
      converted = createLetterOptions(preferences, head.columns);
      return writer.begin(head);
    },
    async beginSheet(named) {
      const sheet = await writer.beginSheet(named);
      const convert = converted;
      if (convert === null) return sheet;
      return {
        rows: (batch) => sheet.rows(batch.map(({ cells, startsOrder }) => ({ cells: convert(cells), startsOrder }))),
        end: (counts) => sheet.end(counts),
      };
    },
    end: () => writer.end(),
  };
};
