import { xmlAttribute } from "#infra/app/writing/markup/escape.ts";
import { safeLink } from "#infra/app/writing/markup/safe-link.ts";
import { linkLength } from "./limits.ts";

/** An address that Excel takes as the target of a link: made by {@link linkAddress} alone. */
export type LinkAddress = string & { readonly isLinkAddress: true };

/** What Excel is given of an address to lead to; null where it would refuse the file, or must not lead there: it stays text. */
export const linkAddress = (address: string): LinkAddress | null => {
  const safe = safeLink(address);
  return safe === null || safe.length > linkLength ? null : (safe as LinkAddress);
};

const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";

/** What leads out of a file, of cells and of pictures: nothing else in it does. */
export const linkRelationship = (id: string, address: LinkAddress): string =>
  `<Relationship Id="${id}" Type="${type}" Target="${xmlAttribute(address)}" TargetMode="External"/>`;
