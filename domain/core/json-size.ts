const encoder = new TextEncoder();

/** Size of a value's JSON, bytes of UTF-8; 0 for values that JSON omits. */
export const countJsonBytes = (value: unknown): number => {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? 0 : encoder.encode(text).length;
};

/** Kilobytes for sentences, rounded up: `4,001`. */
export const formatKilobytes = (bytes: number): string => Math.ceil(bytes / 1_000).toLocaleString("en-US");
