/** V8 keeps slices as views, so a slice holds its long source in memory. */
export const copyText = (text: string): string => Buffer.from(text).toString();
