import { fileNameMoment, formatOffset, slotMoment } from "../dates/format.ts";
import type { FileType } from "../enumerations.ts";
import { fileFormats, isReservedExtension } from "../file-formats.ts";
import type { RunCause } from "../ledger/events.ts";
import { fileStem, testTitle } from "../text/file-stem.ts";

/**
 * Returns an extension without the dot. `csv`: the merchant's choice for CSV (S-2.3.11). An older choice of another
 * format's extension doesn't count: two reports would write one file (ADR 84).
 */
export const fileExtension = (fileType: FileType, csv: string): string => {
  const { value, isChosen } = fileFormats[fileType].extension;
  return isChosen && !isReservedExtension(csv) ? csv : value;
};

const formatFileName = (title: string, moment: string, ending: string): string =>
  `${fileStem(title)} ${moment}.${ending}`;

/** `<title> yyyy-LL-dd HHmmss.<ext>` (R-34). */
export const exportFileName = (title: string, instant: string, zone: string, ending: string): string =>
  formatFileName(title, fileNameMoment(instant, zone), ending);

type RunNaming = {
  title: string;
  cause: RunCause;
  slot: string;
  /** Runs of the same slot claimed earlier. */
  earlierRuns: number;
  /** The clock showed the slot's local time once before. */
  isAmbiguousTime: boolean;
};

const repeatSuffix = (cause: RunCause, earlierRuns: number): string => {
  if (cause === "again") return earlierRuns === 0 ? " again" : ` again ${earlierRuns + 1}`;
  if (earlierRuns === 0) return "";
  if (cause === "test") return ` ${earlierRuns + 1}`;
  return ` ${cause}${earlierRuns === 1 ? "" : ` ${earlierRuns}`}`;
};

/**
 * `<title> yyyy-LL-dd HHmm.<ext>` (R-34), the same for all tries of a slot. Two suffixes keep names unique. A repeated
 * local time adds its UTC offset (` UTC-0500`). A further run of the slot adds ` retry`, ` catch-up` or ` again`,
 * numbered from the second on.
 */
export const slotFileName = (
  { title, cause, slot, earlierRuns, isAmbiguousTime }: RunNaming,
  zone: string,
  ending: string,
): string => {
  const offset = isAmbiguousTime ? ` UTC${formatOffset(slot, zone)}` : "";
  return formatFileName(
    cause === "test" ? testTitle(title) : title,
    `${slotMoment(slot, zone)}${offset}${repeatSuffix(cause, earlierRuns)}`,
    ending,
  );
};
