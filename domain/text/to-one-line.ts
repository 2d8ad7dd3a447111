/** Replaces a line break if a text must stay on one line: in sentences, lists and fields. */
export const breakSign = "↵";

/** A text on one line, with a sign for each line end. */
export const toOneLine = (text: string): string => text.replaceAll(/\r\n?|\n/g, breakSign);
