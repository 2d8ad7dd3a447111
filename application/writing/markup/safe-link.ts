const schemes = /^(?:https?|mailto):/i;
/** Most addresses, which need no second look: the standard would change nothing in them. */
const plain = /^https?:\/\/[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*\/(?:[\w\-~/=&,;:+]|\.(?=\w))*(?:\?[\w\-~/=&,;:+.]*)?$/;
/** What the address standard leaves as it is in a path, a query or a fragment, and Excel refuses in a file. */
const unfit = /[\s"<>[\\\]^`{|}]|%(?![0-9a-f]{2})/gi;

/**
 * An address that may become a link, in the form in which every reader understands it; null for one that stays text: another
 * scheme than http, https or mailto (`javascript:` above all), a name and password in it, or no address at all.
 */
export const safeLink = (address: string): string | null => {
  if (plain.test(address) && !address.includes("xn--")) return address;
  if (!schemes.test(address)) return null;
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return null;
  const start = url.protocol === "mailto:" ? url.protocol : url.origin;
  return start + url.href.slice(start.length).replaceAll(unfit, (sign) => encodeURIComponent(sign));
};
