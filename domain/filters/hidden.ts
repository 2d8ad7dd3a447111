/**
 * Stands for a spoken value that support is not told (ADR 101). It begins with a sign that nobody can type, so that it is never taken for a value
 * that reads the same.
 */
export const hiddenText = "\u001bhidden from support";

/** Whether a spoken value is one of which support is told only that it is there. */
export const isHidden = (spoken: string): boolean => spoken === hiddenText;

const fromSupport = "hidden from support";

/** Hidden values within a sentence, unquoted and counted; `noun`: what each of them is. */
export const hiddenSaid = (count = 1, noun = "a value"): string =>
  count === 1 ? `${noun} ${fromSupport}` : `${count.toLocaleString("en")} values ${fromSupport}`;

/** Whether a sentence of support, or what was made of hidden texts, has something hidden in it. */
export const tellsHidden = (said: string): boolean => said.includes(fromSupport);
