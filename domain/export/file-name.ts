import { fileNameMoment, offsetOf, slotMoment } from "../dates/format.ts";
import { FileType } from "../enumerations.ts";
import type { RunCause } from "../ledger/events.ts";
import { fileStem, testTitle } from "../text/file-stem.ts";

/** The extension without the dot. `csv`: the merchant's choice for CSV (S-2.3.11). */
export const fileEnding = (fileType: FileType, csv: string): string =>
  fileType === FileType.Csv
    ? csv
    : { [FileType.Html]: "html", [FileType.Excel]: "xlsx", [FileType.Xml]: "xml" }[fileType];

const named = (title: string, moment: string, ending: string): string => `${fileStem(title)} ${moment}.${ending}`;

/** `<title> yyyy-LL-dd HHmmss.<ext>` (R-34). */
export const exportFileName = (title: string, instant: string, zone: string, ending: string): string =>
  named(title, fileNameMoment(instant, zone), ending);

/**
 * Parts of a run's file name. `tried`: earlier claimed runs of its slot. `isShownTwice`: the clock showed the slot's
 * local time before.
 */
type NamedRun = { title: string; cause: RunCause; slot: string; tried: number; isShownTwice: boolean };

const again = (cause: RunCause, tried: number): string => {
  if (cause === "again") return tried === 0 ? " again" : ` again ${tried + 1}`;
  if (tried === 0) return "";
  if (cause === "test") return ` ${tried + 1}`;
  return ` ${cause}${tried === 1 ? "" : ` ${tried}`}`;
};

/**
 * `<title> yyyy-LL-dd HHmm.<ext>` (R-34), from an automated report and its slot, so that all tries share it. Two
 * suffixes keep names unique. A repeated local time adds its UTC offset (` UTC-0500`). A further run of the slot adds `
 * retry`, ` catch-up` or ` again`, numbered from the second on.
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
