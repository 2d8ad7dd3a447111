/**
 * Copies a text. V8 keeps a slice of a long text as a view of it, so the long text stays in memory as long as the slice.
 */
export const ownText = (text: string): string => Buffer.from(text).toString();
