import { NumberFormatType } from "#domain/enumerations.ts";
import { formatReportDescription } from "#domain/export/format-report-description.ts";
import { rowSearchScript } from "#domain/html/row-search.ts";
import {
  denseStyle,
  fittingStyle,
  landscapeStyle,
  maxComfortableColumns,
  maxFittingColumns,
  minLandscapeColumns,
  redStyle,
  sectionStyle,
  statusStyle,
  style,
} from "#domain/html/style.ts";
import { scriptHash } from "../../text/script-hash.ts";
import { escapeHtmlAttribute, escapeHtmlText } from "../markup/escape.ts";
import type { ReportHead } from "../writer.ts";

/**
 * Content security policy: no script but the search, no loading, only embedded pictures; also without server headers,
 * in the downloaded file.
 */
const policy = [
  "default-src 'none'",
  `script-src ${scriptHash(rowSearchScript)}`,
  "style-src 'unsafe-inline'",
  "img-src data:",
].join("; ");

/** An HTML report up to its first table. `userDateFormat`: the shop's choice (S-2.3). */
export const pageHead = ({ title, about, split, columns }: ReportHead, userDateFormat: number): string => {
  const words = formatReportDescription(about, userDateFormat).map((line) => `<p>${escapeHtmlText(line)}</p>\n`);
  const mayBeRed = columns.some(({ format }) => format !== null && format.type !== NumberFormatType.Currency);
  const styles = [
    style,
    ...(columns.length <= maxFittingColumns ? [fittingStyle] : []),
    ...(columns.length > maxComfortableColumns && columns.length <= maxFittingColumns ? [denseStyle] : []),
    ...(columns.length >= minLandscapeColumns ? [landscapeStyle] : []),
    ...(split ? [sectionStyle] : []),
    ...(columns.some(({ key }) => key === "LocalStatus") ? [statusStyle] : []),
    ...(mayBeRed ? [redStyle] : []),
  ].join("\n");
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtmlAttribute(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">\n<meta name="robots" content="noindex">\n<link rel="icon" href="data:,">',
    `<title>${escapeHtmlText(title).replaceAll("<br>", " ")}</title>\n<style>\n${styles}\n</style>\n</head>\n<body>\n<main>`,
    `<header>\n<h1>${escapeHtmlText(title)}</h1>\n${words.join("")}</header>\n`,
  ].join("\n");
};
