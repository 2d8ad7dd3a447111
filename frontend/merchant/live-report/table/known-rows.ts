/** A row as the server writes it: nothing within it can look like its end, since every text is escaped. */
const rowPattern = /<tr((?: class="[^"]*")?) data-key="([^"]*)" data-print="([^"]*)"([^>]*)>[\s\S]*?<\/tr>/g;

/** What rows on the page say, by their keys. */
export const printsOf = (report: ParentNode | null): ReadonlyMap<string, string> => {
  const prints = new Map<string, string>();
  for (const row of report?.querySelectorAll("tr[data-print]") ?? [])
    prints.set(row.getAttribute("data-key") ?? "", row.getAttribute("data-print") ?? "");
  return prints;
};

/**
 * An answer without the cells of rows that say the same already, of which only the head is left: a browser needs to read and check what is new and
 * changed alone. `known`: prints by keys.
 */
export const withoutKnownRows = (html: string, known: ReadonlyMap<string, string>): string =>
  known.size === 0
    ? html
    : html.replace(rowPattern, (whole, band: string, key: string, print: string, more: string) =>
        known.get(key) === print ? `<tr${band} data-key="${key}" data-print="${print}"${more}></tr>` : whole,
      );

/** Rows of a first picture: more than any screen has room for. */
const rowsAtFirst = 200;

/**
 * The beginning of a long answer, for a picture at once; null of one that is short. Bodies without rows keep the height of what is to come.
 */
export const beginningOf = (html: string): string | null => {
  let rows = 0;
  const beginning = html.replace(rowPattern, (whole) => {
    rows += 1;
    return rows <= rowsAtFirst ? whole : "";
  });
  return rows <= rowsAtFirst * 1.5 ? null : beginning;
};
