import { asideOf, fileOf } from "../sqlite/set-aside.ts";

const whys = [
  { name: "damaged", words: "was damaged" },
  { name: "newer", words: "was written by a newer version of Sheaf" },
];

/** What an operator should know of a data folder although all goes on. Never throws: a folder that is gone is told among the reasons. */
export const notesOn = (dataDir: string): string[] => {
  try {
    return whys.flatMap(({ name, words }) =>
      asideOf(fileOf(dataDir, "read-models"), name).map(
        (aside) =>
          `read-models.db ${words} and has been built anew; the old one is ${aside}. Delete it when you have looked at it.`,
      ),
    );
  } catch {
    return [];
  }
};
