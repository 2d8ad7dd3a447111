import { scriptHash } from "#application/text/script-hash.ts";
import { findFormat } from "#domain/file-formats.ts";
import { rowSearchScript } from "#domain/html/row-search.ts";

const sandboxForLinks = "allow-popups allow-popups-to-escape-sandbox";
const strictPolicy = ["default-src 'none'", "style-src 'unsafe-inline'", "img-src data:"];

/**
 * CSP of a report, which holds customers' text. Allows its own style, embedded pictures (ADR 69), links that open
 * separately, and the exact script of this version's row search (ADR 68).
 */
export const reportCsp = (fileType: number): string =>
  findFormat(fileType)?.page?.runsRowSearch
    ? [`sandbox allow-scripts ${sandboxForLinks}`, ...strictPolicy, `script-src ${scriptHash(rowSearchScript)}`].join(
        "; ",
      )
    : [`sandbox ${sandboxForLinks}`, ...strictPolicy].join("; ");

const extended = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** A plain name for old clients and the real one for others (RFC 6266, RFC 8187). */
export const contentDisposition = (kind: "attachment" | "inline", name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]/g, "_").replaceAll(/["\\%]/g, "_");
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extended(name)}`;
};

export type ByteRange = { start: number; end: number };

/**
 * Range that a Range header asks of `size` bytes, end included. Undefined: send the whole file, as there is no header,
 * several ranges, or an invalid one (RFC 9110, section 14.2). 'unsatisfiable': it begins after the end.
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
