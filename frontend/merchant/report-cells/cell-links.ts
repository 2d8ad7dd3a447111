export type CellLink = { url: string; name: string };

/** True for an address that a click may open; other text might be a script. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);

/** Shortens `https://shop.example/orders/5?key=…` to `shop.example/orders/5`, for narrow columns. */
const shortly = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?/i, "")
    .replace(/[?#].*$/, "")
    .replace(/\/$/, "");

/** One link per line (S-2.5). `titles`: the cell with their names; one per line, or one for all. */
export const cellLinks = (value: string, titles: string | null): CellLink[] => {
  const urls = value.split("\n").filter((line) => line.trim() !== "");
  const names = (titles ?? "").split("\n");
  const isForEach = names.length === urls.length;
  return urls.map((url, at) => {
    const name = (isForEach ? names[at] : urls.length === 1 ? titles : null)?.replaceAll("\n", " ").trim();
    return { url: url.trim(), name: name || shortly(url.trim()) };
  });
};
