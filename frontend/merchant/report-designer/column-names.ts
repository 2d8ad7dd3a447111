const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** As many columns are named; a note may be about a hundred. */
const mostNamed = 6;

/** Columns by their titles in a sentence: 'Email, Phone, Tags, Notes, Vendor, SKU, and 12 more columns'. */
export const columnNames = (columns: readonly { Title: string }[]): string => {
  const more = columns.length - mostNamed;
  const titles = columns.map(({ Title }) => Title);
  return more <= 1 ? listed.format(titles) : listed.format([...titles.slice(0, mostNamed), `${more} more columns`]);
};
