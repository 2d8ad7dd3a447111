import { joinList } from "../../text/join-list.ts";
import { quoteText } from "../../text/quote-text.ts";
import { formatColumnLetters, parseColumnLetters } from "../syntax/references.ts";
import { textInOtherMarks } from "../syntax/signs.ts";

/** `titles`: of the file's columns from left to right. `hidden`: of the others. */
export type TitledColumns = { titles: readonly string[]; hidden: readonly string[] };

/** A formula with column letters, or the reason why a name has none. */
export type LetteredFormula = { formula: string } | { problem: string };

/** Caught within this file. The message is for the merchant. */
class AmbiguousTitleError extends Error {}

/** Ignores case, spaces and underscores: `TotalPrice` and `total price` mean “Total price”. */
const normalizeTitle = (title: string): string => title.toLowerCase().replaceAll(/[\s_]+/g, "");

/** Titles without operators need no brackets. */
const bare = /^\p{L}[\p{L}\p{N}]*(?:[ _.]+[\p{L}\p{N}]+)*$/u;

/** A title's words may be joined, or separated by spaces or underscores. */
const patternOf = (title: string): string =>
  title
    .trim()
    .split(/[\s_]+/)
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, "\\$&"))
    .join("[\\s_]*");

const wordCharacters = "\\p{L}\\p{N}_.$!'\\]#";
/** Excludes functions, worksheets, and longer words that begin alike. */
const ends = "(?![\\p{L}\\p{N}_!'\\[]|\\.[\\p{L}\\p{N}]|\\$\\d|\\s*\\()";
/** Error codes contain letters, as `#N/A` does. */
const errorCode = "#(?:N/A|[A-Z/0]+[!?])";

/**
 * Matches, in this order: texts, error codes and worksheet names, to skip; columns by key, to keep (`[Price]1`,
 * column-keys.ts); titles in brackets; bare titles; letters without a row.
 */
const buildMentionPattern = (titles: readonly string[]): RegExp => {
  const known = [...new Set(titles.filter((title) => bare.test(title.trim())).map(patternOf))].sort(
    (one, other) => other.length - one.length,
  );
  const words = known.length === 0 ? "" : `|(?<![${wordCharacters}])(${known.join("|")})${ends}`;
  return new RegExp(
    `"(?:[^"]|"")*"?|${textInOtherMarks}|${errorCode}|'(?:[^']|'')*'|\\[[^\\[\\]]*\\](?=[$\\d:])|\\[([^\\[\\]]*)\\]${words || "|(?!)()"}|(?<![${wordCharacters}:])([A-Z]{1,3})(?!\\s*:)${ends}`,
    "giu",
  );
};

const cell = /^[A-Z]{1,3}\d+$/i;
const letters = /^[A-Z]{1,3}$/i;

const firstCell = (index: number): string => `${formatColumnLetters(index)}1`;

const listIndexesByTitle = (titles: readonly string[]): Map<string, number[]> => {
  const indexesByTitle = new Map<string, number[]>();
  for (const [index, title] of titles.entries())
    indexesByTitle.set(normalizeTitle(title), [...(indexesByTitle.get(normalizeTitle(title)) ?? []), index]);
  return indexesByTitle;
};

/**
 * Replaces titles by letters: `=Price*[Total price]` becomes `=C1*D1`, and so does `=C*D`. Ignores case and
 * spaces. Titles with formula signs, such as “Tax (24%)”, need brackets. Duplicate or hidden titles are a problem.
 */
export const titlesToLetters = (formula: string, { titles, hidden }: TitledColumns): LetteredFormula => {
  const indexesByTitle = listIndexesByTitle(titles);

  const byTitle = (written: string): string | undefined => {
    const found = indexesByTitle.get(normalizeTitle(written)) ?? [];
    const [only] = found;
    if (only === undefined) {
      const lost = hidden.find((title) => normalizeTitle(title) === normalizeTitle(written));
      if (lost === undefined) return undefined;
      throw new AmbiguousTitleError(`${quoteText(lost)} is hidden. Show the column, then use it here.`);
    }
    if (found.length === 1) return firstCell(only);
    throw new AmbiguousTitleError(
      `${found.length} columns are called ${quoteText(titles[only] ?? written)}: ${joinList(found.map(formatColumnLetters))}. Write ${joinList(found.map(firstCell), "or")}.`,
    );
  };

  const byLetter = (written: string): string => {
    const columnIndex = parseColumnLetters(written);
    const named = indexesByTitle.get(normalizeTitle(written)) ?? [];
    if (named.length > 0 && !(named.length === 1 && named[0] === columnIndex)) {
      if (columnIndex >= titles.length) return byTitle(written) ?? written;
      throw new AmbiguousTitleError(
        `${quoteText(written)} is the letter of one column and the title of another. Write ${joinList([...new Set([columnIndex, ...named])].map(firstCell), "or")}.`,
      );
    }
    return columnIndex < titles.length ? firstCell(columnIndex) : (byTitle(written) ?? written);
  };

  const word = (written: string): string => {
    // A column titled “True” must be typed as [True].
    if (/^(?:true|false)$/i.test(written)) return written;
    const columnIndex = cell.test(written) ? parseColumnLetters(written.replace(/\d+$/, "")) : titles.length;
    // A word that can be a cell of the report is a cell.
    if (columnIndex < titles.length) return written;
    return letters.test(written) ? byLetter(written) : (byTitle(written) ?? written);
  };

  try {
    const lettered = formula.replaceAll(
      buildMentionPattern([...titles, ...hidden]),
      (whole, bracketed: string | undefined, title: string | undefined, letter: string | undefined) => {
        if (bracketed !== undefined) {
          const found = byTitle(bracketed);
          if (found === undefined)
            throw new AmbiguousTitleError(
              `The report has no column ${quoteText(bracketed)}. Choose one from the list.`,
            );
          return found;
        }
        if (title !== undefined && title !== "") return word(title);
        return letter === undefined ? whole : byLetter(letter);
      },
    );
    return { formula: lettered };
  } catch (error) {
    if (error instanceof AmbiguousTitleError) return { problem: error.message };
    throw error;
  }
};
