const encoder = new TextEncoder();

/** How long a value is as JSON, in bytes of UTF-8; 0 of what JSON leaves out. */
export const jsonBytes = (value: unknown): number => {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? 0 : encoder.encode(text).length;
};

/** As sentences say it, rounded up: `4,001`. */
export const kilobytes = (bytes: number): string => Math.ceil(bytes / 1_000).toLocaleString("en-US");
