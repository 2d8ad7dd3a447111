const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** What stands between records: Excel wants both characters (docs/adr/0006-own-csv-serializer.md). */
export const recordEnd = "\r\n";

/** Puts a text into a field of RFC 4180: between quotes when it holds the separator, a quote or a line break. */
export const createFieldWriter = (separator: string): ((text: string) => string) => {
  const special = new RegExp(`["\\r\\n]|${escaped(separator)}`);
  return (text) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
};

/** A record of fields with separators between them; one of a single empty field is `""`, because readers skip an empty line. */
export const recordOf = (fields: string): string => (fields === "" ? `""${recordEnd}` : fields + recordEnd);
