import { listed } from "../../text/listed.ts";
import { quoted } from "../../text/quoted.ts";
import { columnOfLetters, lettersOfColumn } from "../syntax/references.ts";
import { textInOtherMarks } from "../syntax/signs.ts";

/** The columns that a formula may name: those of the file from left to right, by their titles, and the titles of those that are hidden. */
export type TitledColumns = { titles: readonly string[]; hidden: readonly string[] };

/** A formula whose columns have letters, or what keeps a name from being one. */
export type Lettered = { formula: string } | { problem: string };

/** Thrown within this file, with the sentence for the merchant. */
class Unclear extends Error {}

/** Titles are told apart by their letters and figures alone: `TotalPrice` and `total price` mean “Total price”. */
const normal = (title: string): string => title.toLowerCase().replaceAll(/[\s_]+/g, "");

/** Titles that need no brackets: what is in them reads as no operator of a formula. */
const bare = /^\p{L}[\p{L}\p{N}]*(?:[ _.]+[\p{L}\p{N}]+)*$/u;

/** A pattern for a title as people write it: its words side by side, or with spaces or lines between them. */
const patternOf = (title: string): string =>
  title
    .trim()
    .split(/[\s_]+/)
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, "\\$&"))
    .join("[\\s_]*");

const inWord = "\\p{L}\\p{N}_.$!'\\]#";
/** No name of a function, of a worksheet, or of another word that only begins so. */
const ends = "(?![\\p{L}\\p{N}_!'\\[]|\\.[\\p{L}\\p{N}]|\\$\\d|\\s*\\()";
/** Error codes hold letters, as `#N/A` does. */
const errorCode = "#(?:N/A|[A-Z/0]+[!?])";

/**
 * Texts, error codes and names of worksheets, which are passed over; columns by their keys, as formulas keep those that have no letter (`[Price]1`,
 * names.ts), which stay; titles in brackets; titles by themselves; letters without a row.
 */
const mentions = (titles: readonly string[]): RegExp => {
  const known = [...new Set(titles.filter((title) => bare.test(title.trim())).map(patternOf))].sort(
    (one, other) => other.length - one.length,
  );
  const words = known.length === 0 ? "" : `|(?<![${inWord}])(${known.join("|")})${ends}`;
  return new RegExp(
    `"(?:[^"]|"")*"?|${textInOtherMarks}|${errorCode}|'(?:[^']|'')*'|\\[[^\\[\\]]*\\](?=[$\\d:])|\\[([^\\[\\]]*)\\]${words || "|(?!)()"}|(?<![${inWord}:])([A-Z]{1,3})(?!\\s*:)${ends}`,
    "giu",
  );
};

const cell = /^[A-Z]{1,3}\d+$/i;
const letters = /^[A-Z]{1,3}$/i;

const firstCell = (place: number): string => `${lettersOfColumn(place)}1`;

const placesByTitle = (titles: readonly string[]): Map<string, number[]> => {
  const places = new Map<string, number[]>();
  for (const [place, title] of titles.entries())
    places.set(normal(title), [...(places.get(normal(title)) ?? []), place]);
  return places;
};

/**
 * Puts letters where a merchant wrote the titles of columns: `=Price*[Total price]` of columns that are called so is `=C1*D1`, and
 * `=C*D` is too. Titles are found whatever their capitals and spaces; those with signs that mean something in a formula, such as
 * “Tax (24%)”, need brackets. A title that two columns have, or a hidden one, is answered with a sentence that says what to write.
 */
export const letterTitles = (formula: string, { titles, hidden }: TitledColumns): Lettered => {
  const places = placesByTitle(titles);

  const byTitle = (written: string): string | undefined => {
    const found = places.get(normal(written)) ?? [];
    const [only] = found;
    if (only === undefined) {
      const lost = hidden.find((title) => normal(title) === normal(written));
      if (lost === undefined) return undefined;
      throw new Unclear(`${quoted(lost)} is hidden. Show the column, then use it here.`);
    }
    if (found.length === 1) return firstCell(only);
    throw new Unclear(
      `${found.length} columns are called ${quoted(titles[only] ?? written)}: ${listed(found.map(lettersOfColumn))}. Write ${listed(found.map(firstCell), "or")}.`,
    );
  };

  const byLetter = (written: string): string => {
    const place = columnOfLetters(written);
    const named = places.get(normal(written)) ?? [];
    if (named.length > 0 && !(named.length === 1 && named[0] === place)) {
      if (place >= titles.length) return byTitle(written) ?? written;
      throw new Unclear(
        `${quoted(written)} is the letter of one column and the title of another. Write ${listed([...new Set([place, ...named])].map(firstCell), "or")}.`,
      );
    }
    return place < titles.length ? firstCell(place) : (byTitle(written) ?? written);
  };

  const word = (written: string): string => {
    // A column that is called “True” is [True].
    if (/^(?:true|false)$/i.test(written)) return written;
    const place = cell.test(written) ? columnOfLetters(written.replace(/\d+$/, "")) : titles.length;
    // What can be a cell of the report is one.
    if (place < titles.length) return written;
    return letters.test(written) ? byLetter(written) : (byTitle(written) ?? written);
  };

  try {
    const lettered = formula.replaceAll(
      mentions([...titles, ...hidden]),
      (whole, bracketed: string | undefined, title: string | undefined, letter: string | undefined) => {
        if (bracketed !== undefined) {
          const found = byTitle(bracketed);
          if (found === undefined)
            throw new Unclear(`The report has no column ${quoted(bracketed)}. Choose one from the list.`);
          return found;
        }
        if (title !== undefined && title !== "") return word(title);
        return letter === undefined ? whole : byLetter(letter);
      },
    );
    return { formula: lettered };
  } catch (error) {
    if (error instanceof Unclear) return { problem: error.message };
    throw error;
  }
};
