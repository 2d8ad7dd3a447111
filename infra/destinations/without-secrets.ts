/** Signs of a receiver's answer that are kept; the rest is of no use to anybody. */
const longestAnswer = 200;
/** A shorter secret stands in too many words by chance: the answer goes rather than half of its letters. */
const shortestFound = 4;

const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ "": secret }).toString().slice(1),
  Buffer.from(secret).toString("base64"),
  JSON.stringify(secret).slice(1, -1),
];

/**
 * What stands between blanks and signs that no e-mail address has. Words are looked through one by one: to look for an address as a whole costs, in a
 * long word without `@`, the square of its length, and a server that says one keeps the process from everything for a second.
 */
const word = /[^\s<>"'(),;:]+/g;
const isAddress = /[^@]@[^@]/;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * What a receiver said, for people to read: on one line, at most 200 signs, without secrets in any usual spelling and without anything that
 * looks like an e-mail address. `otherwise`: what is said instead where a secret is too short to be found.
 */
export const withoutSecrets = (answer: string, secrets: readonly string[], otherwise = ""): string => {
  const hidden = secrets.filter((secret) => secret !== "");
  const bounded = answer.slice(0, 20_000);
  if (hidden.some((secret) => secret.length < shortestFound && bounded.toLowerCase().includes(secret.toLowerCase())))
    return otherwise;
  const found = hidden.filter((secret) => secret.length >= shortestFound).flatMap(spellings);
  // Longer ones first, so that nothing is left of one that holds another.
  found.sort((a, b) => b.length - a.length);
  const masked = found.reduce((text, secret) => text.replaceAll(new RegExp(escaped(secret), "gi"), "…"), bounded);
  const plain = masked
    .replaceAll(word, (one) => (isAddress.test(one) ? "…" : one))
    .replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}\s]+/gu, " ")
    .trim();
  return plain.length > longestAnswer ? `${plain.slice(0, longestAnswer - 1)}…` : plain;
};

/** Shorter parts of addresses are words such as `v1` and `hooks`, and name nothing. */
const shortestPart = 6;

/** What may be secret of an address, whole and by itself: who has a webhook's path may call it. */
export const secretPartsOf = (address: string): string[] => {
  const url = URL.parse(address);
  if (url === null) return [address];
  const values = [...url.pathname.split("/"), ...url.searchParams.values(), ...url.searchParams.keys()];
  const parts = values.filter((part) => part.length >= shortestPart);
  return [address, url.href, ...parts];
};
