const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Excel wants both characters (ADR 6). */
export const recordEnd = "\r\n";

/** Writes fields of RFC 4180, quoted if they hold the separator, a quote or a line break. */
export const createFieldWriter = (separator: string): ((text: string) => string) => {
  const special = new RegExp(`["\\r\\n]|${escapeRegExp(separator)}`);
  return (text) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
};

/** A single empty field becomes `""`, because readers skip empty lines. */
export const endRecord = (fields: string): string => (fields === "" ? `""${recordEnd}` : fields + recordEnd);
