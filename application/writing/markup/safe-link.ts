const schemes = /^(?:https?|mailto):/i;
/** Matches most addresses: parsing would change nothing in them. */
const plain = /^https?:\/\/[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*\/(?:[\w\-~/=&,;:+]|\.(?=\w))*(?:\?[\w\-~/=&,;:+.]*)?$/;
/** Characters that URL parsing keeps in a path, query or fragment, and Excel refuses in a file. */
const unfit = /[\s"<>[\\\]^`{|}]|%(?![0-9a-f]{2})/gi;

/**
 * Returns an address that is safe to link, in a form every reader understands. Null if it must stay text: a scheme
 * other than http, https or mailto (above all `javascript:`), credentials, or no address.
 */
export const toSafeLink = (address: string): string | null => {
  if (plain.test(address) && !address.includes("xn--")) return address;
  if (!schemes.test(address)) return null;
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return null;
  const start = url.protocol === "mailto:" ? url.protocol : url.origin;
  return start + url.href.slice(start.length).replaceAll(unfit, (sign) => encodeURIComponent(sign));
};
