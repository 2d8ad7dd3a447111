import { plainLatin } from "./letters.ts";

const ascii = /^[\x20-\x7e]*$/;

/** Letters in the widths that Japanese keyboards give them, and their punctuation. */
const otherWidths = /[\uff00-\uffef]+/gu;
const greekMarks = /(?<=\p{Script=Greek})\p{Mn}+/gu;

/**
 * The form in which texts are compared, in filters and in search boxes alike (docs/adr/0019-case-and-marks.md; refines R-17):
 * without blanks around, and regardless of
 * - case, fully: `ß` is `SS`, `ς` is `Σ`, and `I`, `İ`, `ı` and `i` are one letter, whatever language somebody writes;
 * - marks on Latin and Greek letters, strokes and ligatures among them: capitals are often written without, `ΠΑΤΡΑ` for `Πάτρα`,
 *   and names are typed without, `Lodz` for `Łódź`; of the Cyrillic ones that of `ё` alone, as the others make another letter;
 * - the width of letters, the way Unicode composes them, and the kind of a line break.
 * It depends on no locale.
 */
export const fold = (text: string): string => (ascii.test(text) ? text.trim().toLowerCase() : foldBeyondAscii(text));

const foldBeyondAscii = (text: string): string => {
  const narrow = text.normalize("NFC").replaceAll(otherWidths, (wide) => wide.normalize("NFKC"));
  // Capitals first: they bring together what small letters keep apart, `µ` and `μ`, `ς` and `σ`.
  const small = narrow.toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("ё", "е");
  const bare = plainLatin(small.normalize("NFD").replaceAll(greekMarks, "").normalize("NFC"));
  return bare.toLowerCase().replaceAll(/\r\n?/g, "\n").trim();
};

/**
 * The same for what the platform's search narrows: there a text beyond ASCII never equals one of ASCII, as a search for
 * `cafe` may not find `café`, and must find no less than we take.
 */
export const foldForSearch = (text: string): string => {
  const folded = fold(text);
  return ascii.test(folded) && !ascii.test(text.trim()) ? `${folded}\u0000beyond` : folded;
};

/** Whether a text stands in plain letters, digits and signs; what is around it does not count. */
export const isAscii = (text: string): boolean => ascii.test(text.trim());

/** A letter with the marks that follow it, or any other. */
const eachLetter = /\P{M}\p{M}+|./gsu;

/** The same letter by letter, for parts of texts: a letter beyond ASCII has a sign before it, so that it never equals one of ASCII. */
export const foldLettersForSearch = (text: string): string =>
  isAscii(text)
    ? fold(text)
    : text
        .trim()
        .normalize("NFC")
        .replaceAll(eachLetter, (letter) => (ascii.test(letter) ? letter.toLowerCase() : `\u0000${fold(letter)}`));

/** Texts that are kept; orders repeat their words. */
const mostKnown = 5_000;

/** A fold for many texts: what one beyond ASCII came to is kept, as it takes a hundred times as long to find out. */
export const remembering = (form: (text: string) => string): ((text: string) => string) => {
  const known = new Map<string, string>();
  return (text) => {
    if (ascii.test(text)) return form(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = form(text);
    if (known.size >= mostKnown) known.clear();
    known.set(text, made);
    return made;
  };
};
