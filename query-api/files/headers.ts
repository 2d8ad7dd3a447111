import { scriptHash } from "#application/text/script-hash.ts";
import { FileType } from "#domain/enumerations.ts";
import { rowSearchScript } from "#domain/html/row-search.ts";

const opensLinks = "allow-popups allow-popups-to-escape-sandbox";
const nothingElse = ["default-src 'none'", "style-src 'unsafe-inline'", "img-src data:"];

/**
 * A report holds what customers typed: it must never run as a page of ours. Its own style, the pictures within it (ADR 69) and, of a page, the search of
 * its rows to the letter (ADR 68) are let through, and its links open beside it, as pages of their own. A page whose search is of another version of
 * Sheaf has none when it is opened here.
 */
export const reportCsp = (fileType: number): string =>
  fileType === FileType.Html
    ? [`sandbox allow-scripts ${opensLinks}`, ...nothingElse, `script-src ${scriptHash(rowSearchScript)}`].join("; ")
    : [`sandbox ${opensLinks}`, ...nothingElse].join("; ");

const extended = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Content-Disposition with a plain name for old readers and the true one for the others (RFC 6266, RFC 8187). */
export const contentDisposition = (kind: "attachment" | "inline", name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]/g, "_").replaceAll(/["\\%]/g, "_");
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extended(name)}`;
};

export type ByteRange = { start: number; end: number };

/**
 * The one range that a Range header asks of `size` bytes, end included. Undefined: the whole file (no header, several ranges or one
 * that is not understood, RFC 9110 section 14.2). 'unsatisfiable': it begins behind the end.
 */
export const byteRange = (header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
};
