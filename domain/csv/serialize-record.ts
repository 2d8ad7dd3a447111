const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** What stands between records: Excel wants both characters (docs/adr/0006-own-csv-serializer.md). */
export const recordEnd = "\r\n";

/**
 * One record of RFC 4180: a field is quoted when it holds the separator, a quote or a line break, and a record of one empty
 * field is `""`, because readers skip an empty line.
 */
export const createRecordSerializer = (separator: string): ((fields: readonly string[]) => string) => {
  const special = new RegExp(`["\\r\\n]|${escaped(separator)}`);
  return (fields) => {
    if (fields.length === 1 && fields[0] === "") return `""${recordEnd}`;
    let record = "";
    for (let place = 0; place < fields.length; place += 1) {
      const field = fields[place] ?? "";
      if (place > 0) record += separator;
      record += special.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
    }
    return record + recordEnd;
  };
};
