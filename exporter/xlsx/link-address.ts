import { escapeXmlAttribute } from "#application/writing/markup/escape.ts";
import { toSafeLink } from "#application/writing/markup/safe-link.ts";
import { maxLinkLength } from "./limits.ts";

/** An address that Excel accepts as a link target, made by {@link linkAddress} alone. */
export type LinkAddress = string & { readonly isLinkAddress: true };

const labels = String.raw`[\w-]{1,63}(?:\.[a-zA-Z\d][\w-]{0,62})*\.?`;
/** A host name of at most 256 characters. */
const host = String.raw`(?![\w.-]{257})${labels}`;
const web = String.raw`https?:\/\/(?:${host}|\[[\da-f:.]+\])(?::\d+)?\/`;
const mail = `mailto:(?:[^@/:?#]+@)?${host}(?:[?#]|$)`;
/** Addresses that .NET's `Uri` accepts. System.IO.Packaging opens no file with any other. */
const readable = new RegExp(`^(?:${web}|${mail})`);

/** Makes a link target; null if Excel would refuse the file or must not lead there. The address is then text. */
export const linkAddress = (address: string): LinkAddress | null => {
  const safe = toSafeLink(address);
  return safe === null || safe.length > maxLinkLength || !readable.test(safe) ? null : (safe as LinkAddress);
};

const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";

/** The only references that lead out of a file, for cells and pictures. */
export const linkRelationship = (id: string, address: LinkAddress): string =>
  `<Relationship Id="${id}" Type="${type}" Target="${escapeXmlAttribute(address)}" TargetMode="External"/>`;
