const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** Maximum number of names in a note, which may be about a hundred columns. */
const maxNamed = 6;

/** Lists columns within a sentence: 'Email, Phone, Tags, Notes, Vendor, SKU, and 12 more columns'. */
export const columnNames = (columns: readonly { Title: string }[]): string => {
  const more = columns.length - maxNamed;
  const titles = columns.map(({ Title }) => Title);
  return more <= 1 ? listed.format(titles) : listed.format([...titles.slice(0, maxNamed), `${more} more columns`]);
};
