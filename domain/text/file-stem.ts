import { toSafeName } from "./visible.ts";

/** A title without invisible characters and those that file systems refuse. */
export const fileStem = (title: string): string => {
  const clean = toSafeName(title)
    .replaceAll(/[\\/:*?"<>|]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^\.+/, "");
  return clean === "" ? "Report" : clean;
};

/** A test run's file must not overwrite the slot's own file at a receiver. */
export const testTitle = (title: string): string => `Test of ${title}`;
