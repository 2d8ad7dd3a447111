import { fileNameMoment, offsetOf, slotMoment } from "../dates/format.ts";
import { FileType } from "../enumerations.ts";
import type { RunCause } from "../ledger/events.ts";
import { fileStem, testTitle } from "../text/file-stem.ts";

/** What the name of a file ends with, without the dot; of CSV as the merchant chose (S-2.3.11). */
export const fileEnding = (fileType: FileType, csv: string): string =>
  fileType === FileType.Csv
    ? csv
    : { [FileType.Html]: "html", [FileType.Excel]: "xlsx", [FileType.Xml]: "xml" }[fileType];

const named = (title: string, moment: string, ending: string): string => `${fileStem(title)} ${moment}.${ending}`;

/** `<title> yyyy-LL-dd HHmmss.<ext>` (R-34). */
export const exportFileName = (title: string, instant: string, zone: string, ending: string): string =>
  named(title, fileNameMoment(instant, zone), ending);

/** What a run's file is named by. `tried`: how many runs of its slot were claimed before. `isShownTwice`: the clock showed its slot's time before. */
type NamedRun = { title: string; cause: RunCause; slot: string; tried: number; isShownTwice: boolean };

const again = (cause: RunCause, tried: number): string => {
  if (cause === "again") return tried === 0 ? " again" : ` again ${tried + 1}`;
  if (tried === 0) return "";
  if (cause === "test") return ` ${tried + 1}`;
  return ` ${cause}${tried === 1 ? "" : ` ${tried}`}`;
};

/**
 * `<title> yyyy-LL-dd HHmm.<ext>` (R-34): of an automated report and its slot, so that every try has the same. What would have the name of another
 * file of the report is told apart: by the clock's distance from UTC (` UTC-0500`) where the clock shows the slot's time again, and by
 * ` retry`, ` catch-up` or ` again`, with a number from the second on, where there was a run of that slot.
 */
export const slotFileName = (
  { title, cause, slot, tried, isShownTwice }: NamedRun,
  zone: string,
  ending: string,
): string => {
  const offset = isShownTwice ? ` UTC${offsetOf(slot, zone)}` : "";
  return named(
    cause === "test" ? testTitle(title) : title,
    `${slotMoment(slot, zone)}${offset}${again(cause, tried)}`,
    ending,
  );
};
