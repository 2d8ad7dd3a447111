const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Record separator: Excel wants both characters (ADR 6). */
export const recordEnd = "\r\n";

/** Writes a text as a field of RFC 4180, quoted if it holds the separator, a quote or a line break. */
export const createFieldWriter = (separator: string): ((text: string) => string) => {
  const special = new RegExp(`["\\r\\n]|${escapeRegExp(separator)}`);
  return (text) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
};

/** Ends a record. A single empty field becomes `""`, because readers skip empty lines. */
export const endRecord = (fields: string): string => (fields === "" ? `""${recordEnd}` : fields + recordEnd);
