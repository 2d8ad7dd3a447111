import { createLetterOptions } from "#domain/reports/letter-options.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import type { ReportHead, ReportWriter } from "./writer.ts";

/** Applies the shop's letter options to text columns, in any format. */
export const withLetterOptions = <Head extends Pick<ReportHead, "columns">>(
  preferences: Preferences,
  writer: ReportWriter<Head>,
): ReportWriter<Head> => {
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
        rows: (batch) => sheet.rows(batch.map((row) => ({ ...row, cells: convert(row.cells) }))),
        end: (counts) => sheet.end(counts),
      };
    },
    end: (notes) => writer.end(notes),
  };
};
