import { editDistance } from "#domain/text/nearest.ts";
import type { Environment } from "./secret-files.ts";

/** Shortest long name: it is rarely so close to another program's variable. */
const longName = 8;

/** Misspelled settings as sentences: `certain` ones stop a start, `doubtful` ones warn. */
export type Misspelled = { certain: string[]; doubtful: string[] };

/**
 * Finds unknown names probably meant for an unset setting. One wrong letter or swap in a long name is certain. Two
 * there, or one in a shorter name, are doubtful.
 */
export const findMisspelled = (environment: Environment, settings: readonly string[]): Misspelled => {
  const given = Object.keys(environment).filter((name) => (environment[name] ?? "") !== "");
  const unset = settings.filter((name) => !given.includes(name));
  const misspellings: Misspelled = { certain: [], doubtful: [] };
  for (const name of given.filter((one) => !settings.includes(one))) {
    const near = (maxDistance: number) =>
      unset.find(
        (setting) =>
          (maxDistance === 1 || setting.length >= longName) && editDistance(name, setting, maxDistance) <= maxDistance,
      );
    const suggestion = near(1) ?? near(2);
    if (suggestion === undefined) continue;
    const isCertain = suggestion.length >= longName && editDistance(name, suggestion, 1) === 1;
    if (isCertain) misspellings.certain.push(`${name}: isn't a setting. Write ${suggestion}, or unset ${name}.`);
    else
      misspellings.doubtful.push(
        `Sheaf has no setting ${name} and ignores it. If it is meant for Sheaf, write ${suggestion}.`,
      );
  }
  return misspellings;
};
