/** A row in the server's markup. Texts are escaped, so none looks like its end. */
const rowPattern = /<tr((?: class="[^"]*")?) data-key="([^"]*)" data-print="([^"]*)"([^>]*)>[\s\S]*?<\/tr>/g;

/** Returns the content hashes of shown rows, by key. */
export const readRowHashes = (report: ParentNode | null): ReadonlyMap<string, string> => {
  const prints = new Map<string, string>();
  for (const row of report?.querySelectorAll("tr[data-print]") ?? [])
    prints.set(row.getAttribute("data-key") ?? "", row.getAttribute("data-print") ?? "");
  return prints;
};

/**
 * Removes the cells of unchanged rows from a response, so the browser parses and checks only what is new. `known`:
 * content hashes by key.
 */
export const stripUnchangedRows = (html: string, known: ReadonlyMap<string, string>): string =>
  known.size === 0
    ? html
    : html.replace(rowPattern, (whole, band: string, key: string, print: string, more: string) =>
        known.get(key) === print ? `<tr${band} data-key="${key}" data-print="${print}"${more}></tr>` : whole,
      );

/** Rows of a first render: more than any screen shows. */
const rowsAtFirst = 200;

/**
 * The beginning of a long response, for an immediate render; null for a short one. Empty bodies keep the height of the
 * rest.
 */
export const findBeginning = (html: string): string | null => {
  let rows = 0;
  const beginning = html.replace(rowPattern, (whole) => {
    rows += 1;
    return rows <= rowsAtFirst ? whole : "";
  });
  return rows <= rowsAtFirst * 1.5 ? null : beginning;
};
