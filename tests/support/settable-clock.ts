import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const libraries = "/usr/lib";

/** libfaketime, which answers programs that ask for the time; undefined where it is not installed. */
const library = (): string | undefined => {
  if (!existsSync(libraries)) return undefined;
  return readdirSync(libraries)
    .map((name) => join(libraries, name, "faketime", "libfaketimeMT.so.1"))
    .find((file) => existsSync(file));
};

const path = library();

/** Tells if clocks can be set here. Logs once how to enable that if not. */
export const canSetClocks = (): boolean => {
  if (path === undefined) console.log("Skipped: no libfaketime here; 'apt-get install faketime' brings it.");
  return path !== undefined;
};

/** A machine's clock for started programs, which runs as ours until it is set. Steady time is left alone, as an operator leaves it. */
export const settableClock = (folder: string) => {
  const file = join(folder, "clock-offset");
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? "" : "+"}${seconds}\n`);
  set(0);
  return {
    /** Seconds that the programs' clock is ahead of ours from now on; below 0: behind. */
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
