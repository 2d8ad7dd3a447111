/** Copies a text. V8 keeps slices as views, so a slice keeps its long source in memory. */
export const copyText = (text: string): string => Buffer.from(text).toString();
