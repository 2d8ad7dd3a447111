import type { ComparedFiles, ExportJob } from "#domain/wire/reports/reporting.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";

const whyNot: Record<Extract<ComparedFiles, { Outcome: "unknown" }>["Because"], string> = {
  "no-file": "There is no earlier file to compare it with.",
  "other-version": "Another version of Sheaf made the earlier file, so the two can't be compared row by row.",
  "rows-gone":
    "We no longer have the earlier file's rows, so we can't tell which ones differ. The content isn't the same.",
};

const rows = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"} ${what}`];

/** Compares a repeat with the original file, in a sentence or two; null until both exist. */
export const describeComparison = (compared: ExportJob["Compared"]): string | null => {
  if (compared === null) return null;
  switch (compared.Outcome) {
    case "identical":
      return "The two files are identical: they hold the same rows.";
    case "unknown":
      return whyNot[compared.Because];
    case "differs": {
      const { Added, Removed, Changed, Reordered, Pictures } = compared;
      const parts = [...rows(Changed, "changed"), ...rows(Added, "added"), ...rows(Removed, "removed")];
      if (parts.length > 0) return `Your store's data has changed since: ${parts.join(", ")}.`;
      if (Reordered) return "The rows are the same, in a different order.";
      return Pictures
        ? "The rows are the same. Only pictures differ."
        : "The rows are the same. Only the number of orders that the file states differs.";
    }
  }
};

/** The comparison in two or three words. */
export const describeComparisonBriefly = (compared: ExportJob["Compared"]): string | null => {
  if (compared === null) return null;
  switch (compared.Outcome) {
    case "identical":
      return "identical";
    case "unknown":
      return "not compared";
    case "differs": {
      const count = compared.Added + compared.Removed + compared.Changed;
      if (count > 0) return `${count.toLocaleString("en")} ${count === 1 ? "row differs" : "rows differ"}`;
      if (compared.Reordered) return "same rows, in another order";
      return compared.Pictures ? "same rows, other pictures" : "same rows";
    }
  }
};

/** Says that erased filter values match nothing in a repeat; null if there are none. */
export const erasedText = (count: number): string | null => {
  if (count === 0) return null;
  return count === 1
    ? "1 value of its filter has been erased since and matches nothing."
    : `${count.toLocaleString("en")} values of its filter have been erased since and match nothing.`;
};

/** The time limit for repeating an ended export, or why it is impossible; null while unknown. */
export const describeRepeatLimit = ({ AgainUntil }: ExportJob, timeZone: string, now: number): string | null => {
  if (AgainUntil === null) return null;
  const until = formatInstant(AgainUntil, timeZone);
  return Date.parse(AgainUntil) > now ? `Until ${until}` : `No longer: its inputs were kept until ${until}.`;
};
