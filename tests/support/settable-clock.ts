import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const libraries = "/usr/lib";

/** libfaketime, or undefined where it isn't installed. */
const library = (): string | undefined => {
  if (!existsSync(libraries)) return undefined;
  return readdirSync(libraries)
    .map((name) => join(libraries, name, "faketime", "libfaketimeMT.so.1"))
    .find((file) => existsSync(file));
};

const path = library();

/** Returns whether clocks can be set. Logs once how to enable that if not. */
export const canSetClocks = (): boolean => {
  if (path === undefined) console.log("Skipped: no libfaketime here; 'apt-get install faketime' brings it.");
  return path !== undefined;
};

/** A settable machine clock for started programs. Steady time goes on. */
export const settableClock = (folder: string) => {
  const file = join(folder, "clock-offset");
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? "" : "+"}${seconds}\n`);
  set(0);
  return {
    /** Seconds that their clock is ahead of ours; below 0: behind. */
    set,
    environment: {
      LD_PRELOAD: path ?? "",
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    },
  };
};
