import { createHmac, timingSafeEqual } from "node:crypto";

/** HMAC-SHA256 (hex) of a query without `hmac` and `signature`: sorted by key, encoded, blanks as %20 (facts 1.2). */
export const queryDigest = (secret: string, query: Readonly<Record<string, string>>): string => {
  const signed = Object.entries(query)
    .filter(([key]) => key !== "hmac" && key !== "signature")
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const text = new URLSearchParams(signed).toString().replaceAll("+", "%20");
  return createHmac("sha256", secret).update(text).digest("hex");
};

/** HMAC-SHA256 (base64) of the raw bytes of a webhook (facts 1.2). */
export const webhookDigest = (secret: string, body: Uint8Array): string =>
  createHmac("sha256", secret).update(body).digest("base64");

/** True when the text equals one of the digests; takes the same time for any text of the right length. */
export const matchesOneOf = (text: string, digests: readonly string[]): boolean => {
  const given = Buffer.from(text);
  let matches = false;
  for (const digest of digests) {
    const expected = Buffer.from(digest);
    if (given.length === expected.length && timingSafeEqual(given, expected)) matches = true;
  }
  return matches;
};
