/** Replaces a line break in a text that must stay on one line. */
export const breakSign = "↵";

/** Puts a text on one line, with a sign for each line end. */
export const toOneLine = (text: string): string => text.replaceAll(/\r\n?|\n/g, breakSign);
