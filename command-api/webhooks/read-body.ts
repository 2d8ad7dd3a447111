/** Replaces invalid bytes by U+FFFD: one odd byte in a customer's name must not cost us the request. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Turns whole numbers of 16 or more digits into text, as JavaScript numbers would lose digits. */
const keepLongNumbers = (json: string): string =>
  json.replace(tokens, (token) => (/^\d{16,}$/.test(token) ? `"${token}"` : token));

/**
 * Reads a JSON object, not `key=value&key=value` as signed for queries. Whole numbers of 16 or more digits become text,
 * exactly as written.
 */
export const readBody = (bytes: Uint8Array): Record<string, unknown> | undefined => {
  let value: unknown;
  try {
    const text = utf8.decode(bytes);
    value = JSON.parse(text);
    const exact = keepLongNumbers(text);
    if (exact !== text) value = JSON.parse(exact);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as Record<string, unknown>;
};
