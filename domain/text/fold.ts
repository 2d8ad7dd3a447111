import { plainLatin } from "./letters.ts";

/** ASCII, with the line breaks and tabs of longer texts. */
const ascii = /^[\t\n\r\x20-\x7e]*$/;
const lineBreaks = /\r\n?/g;

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
export const fold = (text: string): string => (ascii.test(text) ? foldAscii(text) : foldBeyondAscii(text));

const foldAscii = (text: string): string => {
  const small = text.trim().toLowerCase();
  return small.includes("\r") ? small.replaceAll(lineBreaks, "\n") : small;
};

const foldBeyondAscii = (text: string): string => {
  const narrow = text.normalize("NFC").replaceAll(otherWidths, (wide) => wide.normalize("NFKC"));
  // Upper case first: it unites what lower case keeps apart, `µ` and `μ`, `ς` and `σ`.
  const small = narrow.toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("ё", "е");
  const bare = plainLatin(small.normalize("NFD").replaceAll(greekMarks, "").normalize("NFC"));
  return bare.toLowerCase().replaceAll(lineBreaks, "\n").trim();
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
/** Maximum characters of the cached texts and their folded forms: 5,000 notes would fill the memory. */
const maxCachedCharacters = 2_000_000;

/** Caches a fold for many texts. Text beyond ASCII takes a hundred times as long to fold. */
export const createCachedFold = (form: (text: string) => string): ((text: string) => string) => {
  const cache = new Map<string, string>();
  let characters = 0;
  return (text) => {
    if (ascii.test(text)) return form(text);
    const before = cache.get(text);
    if (before !== undefined) return before;
    const made = form(text);
    const added = text.length + made.length;
    if (cache.size >= maxCached || characters + added > maxCachedCharacters) {
      cache.clear();
      characters = 0;
    }
    if (added > maxCachedCharacters) return made;
    cache.set(text, made);
    characters += added;
    return made;
  };
};
