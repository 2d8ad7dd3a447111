/**
 * JSON text that is the same for equal values on every machine: keys by code unit, no blanks, absent fields left out.
 * @throws {TypeError} on what JSON cannot hold: functions, symbols, big integers, NaN and infinities
 */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") {
    let text = "";
    for (const key of Object.keys(value).sort()) {
      const field = (value as Record<string, unknown>)[key];
      if (field !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(field)}`;
    }
    return `{${text}}`;
  }
  throw new TypeError(`A ${typeof value} (${String(value)}) cannot be kept as JSON. Give plain data.`);
};
