const longestAnswer = 200;
/** A shorter secret occurs in too many words by chance: the whole response is replaced. */
const shortestFound = 4;

const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ "": secret }).toString().slice(1),
  Buffer.from(secret).toString("base64"),
  JSON.stringify(secret).slice(1, -1),
];

/** A search for a whole address is quadratic in a word's length, and a server could block the process for a second. */
const word = /[^\s<>"'(),;:]+/g;
const isAddress = /[^@]@[^@]/;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Redacts a receiver's text for people: one line of at most 200 characters, without secrets in any usual spelling or
 * anything like an e-mail address. `otherwise`: used if a secret is too short to be found.
 */
export const redactSecrets = (answer: string, secrets: readonly string[], otherwise = ""): string => {
  const hidden = secrets.filter((secret) => secret !== "");
  const bounded = answer.slice(0, 20_000);
  if (hidden.some((secret) => secret.length < shortestFound && bounded.toLowerCase().includes(secret.toLowerCase())))
    return otherwise;
  const found = hidden.filter((secret) => secret.length >= shortestFound).flatMap(spellings);
  // The longest come first: if one contains another, nothing of it may remain.
  found.sort((a, b) => b.length - a.length);
  const masked = found.reduce((text, secret) => text.replaceAll(new RegExp(escaped(secret), "gi"), "…"), bounded);
  const plain = masked
    .replaceAll(word, (one) => (isAddress.test(one) ? "…" : one))
    .replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}\s]+/gu, " ")
    .trim();
  return plain.length > longestAnswer ? `${plain.slice(0, longestAnswer - 1)}…` : plain;
};

/** Shorter parts, such as `v1` and `hooks`, identify nothing. */
const shortestPart = 6;

/** The parts of an address that may be secret, and the whole: a webhook's path is enough to call it. */
export const listSecretParts = (address: string): string[] => {
  const url = URL.parse(address);
  if (url === null) return [address];
  const values = [...url.pathname.split("/"), ...url.searchParams.values(), ...url.searchParams.keys()];
  const parts = values.filter((part) => part.length >= shortestPart);
  return [address, url.href, ...parts];
};
