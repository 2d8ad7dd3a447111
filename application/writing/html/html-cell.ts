import type { Cell } from "#domain/columns/definition.ts";
import type { FormattedNumber } from "#domain/number-formats/format-code.ts";
import type { NumberFormatter } from "#domain/number-formats/format-number.ts";
import { escapeHtmlAttribute, escapeHtmlText } from "../markup/escape.ts";
import { toSafeLink } from "../markup/safe-link.ts";
import type { ReportRow } from "../writer.ts";

const anchor = (address: string, content: string): string =>
  `<a href="${address}" target="_blank" rel="noopener noreferrer">${content}</a>`;

const linked = (url: string): string => {
  const href = toSafeLink(url);
  const shown = escapeHtmlText(url);
  if (href === null) return shown;
  // An unchanged address has no quotes or line breaks, so fits both places.
  return anchor(href === url ? shown : escapeHtmlAttribute(href), shown);
};

/** A picture's place: number `nth` (from 0) of the `of` pictures in its cell. */
export type PicturePosition = { row: ReportRow; column: number; nth: number; of: number };
/** Renders a safe address; if undefined, show the address. */
export type PictureOf = (url: string, place: PicturePosition) => string | undefined;
const noPicture: PictureOf = () => undefined;

/** Pictures linked to their full size, side by side. Others become addresses on separate lines. */
const pictured = (urls: readonly string[], pictureOf: (url: string, nth: number) => string | undefined): string => {
  let html = "";
  let before: "picture" | "link" | undefined;
  for (const [nth, url] of urls.entries()) {
    const href = toSafeLink(url);
    const picture = href === null ? undefined : pictureOf(url, nth);
    if (before !== undefined) html += before === "picture" && picture !== undefined ? " " : "<br>";
    before = picture === undefined ? "link" : "picture";
    html += href === null || picture === undefined ? linked(url) : anchor(escapeHtmlAttribute(href), picture);
  }
  return html;
};

/** Text and CSS classes of a number cell. */
export const numberHtml = ({ text, red }: FormattedNumber): { text: string; className: string } => ({
  text: escapeHtmlText(text),
  className: red ? "n r" : "n",
});

/**
 * Renders `<td>…</td>`: numbers right-aligned in their format, addresses on separate lines, pictures side by side.
 * `show`: by column index. Without `pictureOf`, pictures are links.
 */
export const createHtmlCell =
  (
    instant: (instant: string) => string,
    show: readonly NumberFormatter[],
    pictureOf: PictureOf = noPicture,
  ): ((row: ReportRow, column: number) => string) =>
  (row, column) => {
    const cell: Cell = row.cells[column] ?? null;
    if (cell === null) return "<td></td>";
    switch (cell.kind) {
      case "text":
        return `<td>${escapeHtmlText(cell.text)}</td>`;
      case "number": {
        const { text, className } = numberHtml(show[column]?.(cell.decimal) ?? { text: cell.decimal, red: false });
        return `<td class="${className}">${text}</td>`;
      }
      case "datetime":
        return `<td class="d">${escapeHtmlText(instant(cell.instant))}</td>`;
      case "datetimes":
        return `<td>${escapeHtmlText(cell.instants.map(instant).join(", "))}</td>`;
      case "link":
        return `<td class="u">${cell.urls.map(linked).join("<br>")}</td>`;
      case "image":
        return `<td>${pictured(cell.urls, (url, nth) => pictureOf(url, { row, column, nth, of: cell.urls.length }))}</td>`;
    }
  };
