/** Text that JSON need not escape. */
const plain = /^[ !#-[\]-~]*$/;
const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/**
 * JSON that is equal for equal values on every machine: keys sorted by code unit, no whitespace, undefined fields
 * omitted.
 * @throws {TypeError} for functions, symbols, big integers, NaN and infinities
 */
export const toCanonicalJson = (value: unknown): string => {
  if (typeof value === "string") return quoted(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (typeof value === "object") {
    let text = "";
    for (const key of Object.keys(value).sort()) {
      const field = (value as Record<string, unknown>)[key];
      if (field !== undefined) text += `${text === "" ? "" : ","}${quoted(key)}:${toCanonicalJson(field)}`;
    }
    return `{${text}}`;
  }
  throw new TypeError(`A ${typeof value} (${String(value)}) cannot be kept as JSON. Give plain data.`);
};
