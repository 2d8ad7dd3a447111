/** Replaces a plaintext value that support may not see (ADR 101). Its first character cannot be typed. */
export const hiddenText = "\u001bhidden from support";

/** True for a value of which support may only know that it exists. */
export const isHidden = (plaintext: string): boolean => plaintext === hiddenText;

const hiddenPhrase = "hidden from support";

/** Names hidden values within a sentence. `noun`: name of a single one. */
export const describeHidden = (count = 1, noun = "a value"): string =>
  count === 1 ? `${noun} ${hiddenPhrase}` : `${count.toLocaleString("en")} values ${hiddenPhrase}`;

/** True if a text for support hides something. */
export const hasHidden = (text: string): boolean => text.includes(hiddenPhrase);
