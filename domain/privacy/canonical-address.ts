const punycode = /[^\p{ASCII}]|xn--/iu;

/** Converts a domain to ASCII, as name servers know it. */
const toAsciiDomain = (domain: string): string => {
  const url = URL.parse(`http://${domain}/`);
  // Keeps invalid domains, and those that a URL would read as another part.
  return url === null || url.pathname !== "/" || url.hostname === "" ? domain : url.hostname;
};

/** Returns the canonical form of an e-mail address for comparisons: composed, in lower case, with an ASCII domain. */
export const toCanonicalAddress = (address: string): string => {
  const plain = address.trim().normalize("NFC").toLowerCase();
  const at = plain.lastIndexOf("@");
  const domain = plain.slice(at + 1);
  return at < 0 || !punycode.test(domain) ? plain : `${plain.slice(0, at)}@${toAsciiDomain(domain)}`;
};
