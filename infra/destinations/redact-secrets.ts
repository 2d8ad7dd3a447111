/** Characters of a receiver's answer that are kept. The rest is of no use. */
const longestAnswer = 200;
/** A shorter secret occurs in too many words by chance. The answer is replaced rather than half of its letters. */
const shortestFound = 4;

const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ "": secret }).toString().slice(1),
  Buffer.from(secret).toString("base64"),
  JSON.stringify(secret).slice(1, -1),
];

/**
 * Matches text between blanks and characters that no e-mail address has. Each word is searched separately. A search for
 * a whole address takes time quadratic in a long word's length, and a server could block the process for a second.
 */
const word = /[^\s<>"'(),;:]+/g;
const isAddress = /[^@]@[^@]/;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Redacts a receiver's text for people to read. The result is one line of at most 200 characters, without secrets in
 * any usual spelling and without anything like an e-mail address. `otherwise`: the result if a secret is too short to
 * be found.
 */
export const redactSecrets = (answer: string, secrets: readonly string[], otherwise = ""): string => {
  const hidden = secrets.filter((secret) => secret !== "");
  const bounded = answer.slice(0, 20_000);
  if (hidden.some((secret) => secret.length < shortestFound && bounded.toLowerCase().includes(secret.toLowerCase())))
    return otherwise;
  const found = hidden.filter((secret) => secret.length >= shortestFound).flatMap(spellings);
  // Longer secrets come first, so no part remains of one that contains another.
  found.sort((a, b) => b.length - a.length);
  const masked = found.reduce((text, secret) => text.replaceAll(new RegExp(escaped(secret), "gi"), "…"), bounded);
  const plain = masked
    .replaceAll(word, (one) => (isAddress.test(one) ? "…" : one))
    .replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}\s]+/gu, " ")
    .trim();
  return plain.length > longestAnswer ? `${plain.slice(0, longestAnswer - 1)}…` : plain;
};

/** Shorter parts of addresses are words such as `v1` and `hooks`, and identify nothing. */
const shortestPart = 6;

/** Lists the parts of an address that may be secret, and the whole. Anyone with a webhook's path can call it. */
export const listSecretParts = (address: string): string[] => {
  const url = URL.parse(address);
  if (url === null) return [address];
  const values = [...url.pathname.split("/"), ...url.searchParams.values(), ...url.searchParams.keys()];
  const parts = values.filter((part) => part.length >= shortestPart);
  return [address, url.href, ...parts];
};
