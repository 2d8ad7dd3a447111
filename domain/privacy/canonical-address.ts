const punycode = /[^\p{ASCII}]|xn--/iu;

/** A domain as name servers know it: letters beyond ASCII spelt in it. */
const asciiOf = (domain: string): string => {
  const url = URL.parse(`http://${domain}/`);
  // What is no domain stays as it is; so does what would mean another place of an address.
  return url === null || url.pathname !== "/" || url.hostname === "" ? domain : url.hostname;
};

/** The one way to write an e-mail address by which it is compared: composed, in lower case, its domain in ASCII. */
export const canonicalAddress = (address: string): string => {
  const plain = address.trim().normalize("NFC").toLowerCase();
  const at = plain.lastIndexOf("@");
  const domain = plain.slice(at + 1);
  return at < 0 || !punycode.test(domain) ? plain : `${plain.slice(0, at)}@${asciiOf(domain)}`;
};
