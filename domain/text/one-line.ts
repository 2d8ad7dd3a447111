/** Stands for a line break where a text must stay on one line: in sentences, lists and fields. */
export const breakSign = "↵";

/** A text on one line, with a sign where its lines end. */
export const oneLine = (text: string): string => text.replaceAll(/\r\n?|\n/g, breakSign);
