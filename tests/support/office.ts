import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** LibreOffice, as another program that opens our files. */

const soffice = process.env.SOFFICE ?? "/usr/bin/soffice";

/** Returns whether LibreOffice is installed. Logs once if not. */
export const hasOffice = (): boolean => {
  if (existsSync(soffice)) return true;
  console.log(`Left out: there is no LibreOffice at ${soffice}. Set SOFFICE to its path.`);
  return false;
};

/** LibreOffice's CSV filter: comma, double quotes, UTF-8, from line 1. */
export const officeCsv = {
  /** Cells as they are shown. */
  shown: "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true",
  /** Cells as they are. */
  plain: "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false",
  /** Cells as they are shown, a file for each worksheet: `report-Name.csv`. */
  everySheet: "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1",
} as const;

/**
 * Opens files in their own profile and writes each as CSV into `folder`. `opened`: the input filter, if the name
 * doesn't tell.
 */
export const openInOffice = async (
  folder: string,
  files: readonly string[],
  { written, opened, within = 200_000 }: { written: string; opened?: string; within?: number },
): Promise<void> => {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "office"))}`;
  const filter = opened === undefined ? [] : [`--infilter=${opened}`];
  await promisify(execFile)(
    soffice,
    [profile, "--headless", ...filter, "--convert-to", written, "--outdir", folder, ...files],
    { timeout: within },
  );
};
