import type { Cell } from "#domain/columns/definition.ts";
import type { FormattedNumber } from "#domain/number-formats/format-code.ts";
import type { ShowNumber } from "#domain/number-formats/shown-number.ts";
import { htmlAttribute, htmlText } from "../markup/escape.ts";
import { safeLink } from "../markup/safe-link.ts";
import type { ReportRow } from "../writer.ts";

/** `address`: as it stands in an attribute. */
const anchor = (address: string, content: string): string =>
  `<a href="${address}" target="_blank" rel="noopener noreferrer">${content}</a>`;

/** An address as a link; one that must not become a link is text. */
const linked = (url: string): string => {
  const href = safeLink(url);
  const shown = htmlText(url);
  if (href === null) return shown;
  // One that may stay as it is holds neither quotes nor line breaks, so that it is the same in both places.
  return anchor(href === url ? shown : htmlAttribute(href), shown);
};

/** Where a picture stands: in which row and column, and as which of how many in its cell, from 0. */
export type PicturePlace = { row: ReportRow; column: number; nth: number; of: number };
/** What stands for the picture at an address that may be a link; undefined: the address. */
export type PictureOf = (url: string, place: PicturePlace) => string | undefined;
const noPicture: PictureOf = () => undefined;

/** Pictures that lead to themselves in full size, side by side; an address where one cannot be shown, on a line of its own. */
const pictured = (urls: readonly string[], pictureOf: (url: string, nth: number) => string | undefined): string => {
  let html = "";
  let before: "picture" | "link" | undefined;
  for (const [nth, url] of urls.entries()) {
    const href = safeLink(url);
    const picture = href === null ? undefined : pictureOf(url, nth);
    if (before !== undefined) html += before === "picture" && picture !== undefined ? " " : "<br>";
    before = picture === undefined ? "link" : "picture";
    html += href === null || picture === undefined ? linked(url) : anchor(htmlAttribute(href), picture);
  }
  return html;
};

/** A number as its column shows it, and the class of what it stands in. */
export const numberHtml = ({ text, red }: FormattedNumber): { text: string; className: string } => ({
  text: htmlText(text),
  className: red ? "n r" : "n",
});

/**
 * `<td>…</td>` of the cell in a column of a row: numbers to the right in the format of their column, several addresses on lines of their own, several pictures
 * side by side. `show`: by the columns' places; `pictureOf`: without it pictures are links.
 */
export const createHtmlCell =
  (
    instant: (instant: string) => string,
    show: readonly ShowNumber[],
    pictureOf: PictureOf = noPicture,
  ): ((row: ReportRow, column: number) => string) =>
  (row, column) => {
    const cell: Cell = row.cells[column] ?? null;
    if (cell === null) return "<td></td>";
    switch (cell.kind) {
      case "text":
        return `<td>${htmlText(cell.text)}</td>`;
      case "number": {
        const { text, className } = numberHtml(show[column]?.(cell.decimal) ?? { text: cell.decimal, red: false });
        return `<td class="${className}">${text}</td>`;
      }
      case "datetime":
        return `<td class="d">${htmlText(instant(cell.instant))}</td>`;
      case "datetimes":
        return `<td>${htmlText(cell.instants.map(instant).join(", "))}</td>`;
      case "link":
        return `<td class="u">${cell.urls.map(linked).join("<br>")}</td>`;
      case "image":
        return `<td>${pictured(cell.urls, (url, nth) => pictureOf(url, { row, column, nth, of: cell.urls.length }))}</td>`;
    }
  };
