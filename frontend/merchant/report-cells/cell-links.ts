/** A link of a cell: where it leads, and what it is called. */
export type CellLink = { url: string; name: string };

/** An address that a click may open; text from outside may be a script. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);

/** `shop.example/orders/5` of `https://shop.example/orders/5?key=…`: what a narrow column has room for. */
const shortly = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?/i, "")
    .replace(/[?#].*$/, "")
    .replace(/\/$/, "");

/**
 * The links of a cell, one per line (S-2.5). `titles`: the cell of the column that names them; a name for each line, or one for all.
 */
export const cellLinks = (value: string, titles: string | null): CellLink[] => {
  const urls = value.split("\n").filter((line) => line.trim() !== "");
  const names = (titles ?? "").split("\n");
  const isForEach = names.length === urls.length;
  return urls.map((url, at) => {
    const name = (isForEach ? names[at] : urls.length === 1 ? titles : null)?.replaceAll("\n", " ").trim();
    return { url: url.trim(), name: name || shortly(url.trim()) };
  });
};
