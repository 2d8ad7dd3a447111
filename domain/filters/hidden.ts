/**
 * Replaces a plaintext value that support may not see (ADR 101). Its first character cannot be typed, so no typed value
 * equals it.
 */
export const hiddenText = "\u001bhidden from support";

/** True if support may only know that the value exists. */
export const isHidden = (plaintext: string): boolean => plaintext === hiddenText;

const hiddenPhrase = "hidden from support";

/** Words for hidden values within a sentence, unquoted and counted; `noun`: name of a single one. */
export const describeHidden = (count = 1, noun = "a value"): string =>
  count === 1 ? `${noun} ${hiddenPhrase}` : `${count.toLocaleString("en")} values ${hiddenPhrase}`;

/** True if a text for support contains something hidden. */
export const hasHidden = (text: string): boolean => text.includes(hiddenPhrase);
