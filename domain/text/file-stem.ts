import { writtenName } from "./visible.ts";

/** What the name of a report's file begins with: its title without the characters that file systems refuse, and those that nobody sees. */
export const fileStem = (title: string): string => {
  const clean = writtenName(title)
    .replaceAll(/[\\/:*?"<>|]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^\.+/, "");
  return clean === "" ? "Report" : clean;
};

/** The title of a test run's file: it must not take the place of the slot's own file at a receiver. */
export const testTitle = (title: string): string => `Test of ${title}`;
