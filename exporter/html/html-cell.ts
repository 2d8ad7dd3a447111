import type { Cell } from "#domain/columns/definition.ts";
import { htmlAttribute, htmlText } from "../markup/escape.ts";
import { safeLink } from "../markup/safe-link.ts";

const anchor = (href: string, content: string): string =>
  `<a href="${htmlAttribute(href)}" target="_blank" rel="noopener noreferrer">${content}</a>`;

/** An address as a link; one that must not become a link is text. */
const linked = (url: string): string => {
  const href = safeLink(url);
  return href === null ? htmlText(url) : anchor(href, htmlText(url));
};

/** A picture that leads to itself in full size; its address where it cannot be shown. */
const pictured = (url: string): string => {
  const href = safeLink(url);
  if (href === null || href.startsWith("mailto:")) return htmlText(url);
  const address = htmlAttribute(href);
  return anchor(href, `<img src="${address}" alt="${htmlAttribute(url)}" width="40" height="40" loading="lazy">`);
};

/** `<td>…</td>` of any cell: numbers to the right, several addresses on lines of their own, several pictures side by side. */
export const createHtmlCell =
  (instant: (instant: string) => string): ((cell: Cell) => string) =>
  (cell) => {
    if (cell === null) return "<td></td>";
    switch (cell.kind) {
      case "text":
        return `<td>${htmlText(cell.text)}</td>`;
      case "number":
        return `<td class="n">${cell.decimal}</td>`;
      case "datetime":
        return `<td class="d">${htmlText(instant(cell.instant))}</td>`;
      case "datetimes":
        return `<td>${htmlText(cell.instants.map(instant).join(", "))}</td>`;
      case "link":
        return `<td>${cell.urls.map(linked).join("<br>")}</td>`;
      case "image":
        return `<td>${cell.urls.map(pictured).join(" ")}</td>`;
    }
  };
