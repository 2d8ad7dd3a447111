import { toSafeName } from "./visible.ts";

/**
 * Returns the start of a report's file name: its title without invisible characters and those that file systems refuse.
 */
export const fileStem = (title: string): string => {
  const clean = toSafeName(title)
    .replaceAll(/[\\/:*?"<>|]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^\.+/, "");
  return clean === "" ? "Report" : clean;
};

/** Returns the title of a test run's file. It must not overwrite the slot's own file at a receiver. */
export const testTitle = (title: string): string => `Test of ${title}`;
