const punycode = /[^\p{ASCII}]|xn--/iu;

/** Name servers know the ASCII form. */
const toAsciiDomain = (domain: string): string => {
  const url = URL.parse(`http://${domain}/`);
  // Keeps invalid domains, and those that a URL would read as another part.
  return url === null || url.pathname !== "/" || url.hostname === "" ? domain : url.hostname;
};

/** Normalizes for comparisons: composed, in lower case, with an ASCII domain. */
export const toCanonicalAddress = (address: string): string => {
  const plain = address.trim().normalize("NFC").toLowerCase();
  const at = plain.lastIndexOf("@");
  const domain = plain.slice(at + 1);
  return at < 0 || !punycode.test(domain) ? plain : `${plain.slice(0, at)}@${toAsciiDomain(domain)}`;
};
