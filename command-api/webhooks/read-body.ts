/** What is not UTF-8 becomes U+FFFD: one odd byte in a customer's name must not cost us what the platform asks for. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Of valid JSON: whole numbers of 16 digits and more become text, since a number of JavaScript would not keep their last digits. */
const keepLongNumbers = (json: string): string =>
  json.replace(tokens, (token) => (/^\d{16,}$/.test(token) ? `"${token}"` : token));

/**
 * The JSON object in the bytes of a webhook; undefined when they hold anything else. Text of the form `key=value&key=value`, which is
 * what the platform signs of a query, is never a JSON object: the signature of a query is worth nothing here. Whole numbers of 16 digits and more
 * come as text, exactly as they were written.
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
