import { plainLatin } from "./letters.ts";

const ascii = /^[\x20-\x7e]*$/;

/** Full-width and half-width forms of letters and punctuation, as typed in East Asia. */
const otherWidths = /[\uff00-\uffef]+/gu;
const greekMarks = /(?<=\p{Script=Greek})\p{Mn}+/gu;

/**
 * Folds texts for comparison, in filters and search boxes alike (ADR 19; refines R-17).
 * Trims whitespace and ignores:
 * - case, fully: `ß` is `SS`, `ς` is `Σ`, and `I`, `İ`, `ı` and `i` are one letter in any language;
 * - diacritics on Latin and Greek letters, with strokes and ligatures: capitals are often written without, `ΠΑΤΡΑ` for
 * `Πάτρα`, and names are typed without, `Lodz` for `Łódź`. In Cyrillic only that of `ё`, because others make another
 * letter;
 * - width, Unicode composition, and the kind of line break.
 * Independent of the locale.
 */
export const fold = (text: string): string => (ascii.test(text) ? text.trim().toLowerCase() : foldBeyondAscii(text));

const foldBeyondAscii = (text: string): string => {
  const narrow = text.normalize("NFC").replaceAll(otherWidths, (wide) => wide.normalize("NFKC"));
  // Upper case first: it unites what lower case keeps apart, `µ` and `μ`, `ς` and `σ`.
  const small = narrow.toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("ё", "е");
  const bare = plainLatin(small.normalize("NFD").replaceAll(greekMarks, "").normalize("NFC"));
  return bare.toLowerCase().replaceAll(/\r\n?/g, "\n").trim();
};

/**
 * Folds fields that the platform's search narrows. Text beyond ASCII never equals ASCII text: a search for
 * `cafe` may miss `café`, so we must not accept it.
 */
export const foldForSearch = (text: string): string => {
  const folded = fold(text);
  return ascii.test(folded) && !ascii.test(text.trim()) ? `${folded}\u0000beyond` : folded;
};

/** True if the trimmed text is ASCII. */
export const isAscii = (text: string): boolean => ascii.test(text.trim());

/** A letter with its diacritics, or any other character. */
const eachLetter = /\P{M}\p{M}+|./gsu;

/**
 * {@link foldForSearch} letter by letter, for parts of texts: a letter beyond ASCII gets a prefix, so that it never
 * equals an ASCII letter.
 */
export const foldLettersForSearch = (text: string): string =>
  isAscii(text)
    ? fold(text)
    : text
        .trim()
        .normalize("NFC")
        .replaceAll(eachLetter, (letter) => (ascii.test(letter) ? letter.toLowerCase() : `\u0000${fold(letter)}`));

/** Maximum cached texts; orders repeat their words. */
const maxCached = 5_000;
/** Characters of a cached text. Longer ones, such as notes, rarely repeat, and 5,000 of them would fill the memory. */
const maxCachedLength = 200;

/** Caches a fold for many texts. Text beyond ASCII takes a hundred times as long to fold. */
export const createCachedFold = (form: (text: string) => string): ((text: string) => string) => {
  const cache = new Map<string, string>();
  return (text) => {
    if (text.length > maxCachedLength || ascii.test(text)) return form(text);
    const before = cache.get(text);
    if (before !== undefined) return before;
    const made = form(text);
    if (cache.size >= maxCached) cache.clear();
    cache.set(text, made);
    return made;
  };
};
