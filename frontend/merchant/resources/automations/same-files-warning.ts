import { quoteText } from "#domain/text/quote-text.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";

export type SameFiles = NonNullable<AutomationOnWire["same_files"]>;

const named = (others: SameFiles): string => {
  const [first, ...rest] = others.map(({ title }) => quoteText(title));
  if (rest.length === 0) return first ?? "";
  return `${first} and ${rest.length === 1 ? rest[0] : `${rest.length} others`}`;
};

/** Warns that other reports write files of the same names into the same folder. `running`: this report runs too. */
export const describeSameFiles = (others: SameFiles, running: boolean): string =>
  running
    ? `This report and ${named(others)} put files with the same names into the same folder and overwrite each other. Change the folder or title of one.`
    : `${named(others)} ${others.length === 1 ? "puts" : "put"} files with the same names into the same folder. Change the folder or title before you start this report.`;
