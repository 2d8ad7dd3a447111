import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Returns the signed part of a query: without `hmac` and `signature`, sorted, spaces as %20 (P-1.2). It holds only
 * letters, digits and `*-._%=&`, so it is never a webhook's JSON object: neither signature can replace the other.
 */
export const signedText = (query: Readonly<Record<string, string>>): string => {
  const signed = Object.entries(query)
    .filter(([key]) => key !== "hmac" && key !== "signature")
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return new URLSearchParams(signed).toString().replaceAll("+", "%20");
};

/** Signature of a query: HMAC-SHA256, hex. */
export const queryDigest = (secret: string, query: Readonly<Record<string, string>>): string =>
  createHmac("sha256", secret).update(signedText(query)).digest("hex");

/** Signature of a webhook: HMAC-SHA256, base64, of the raw bytes (P-1.2). */
export const webhookDigest = (secret: string, body: Uint8Array): string =>
  createHmac("sha256", secret).update(body).digest("base64");

/** Takes the same time for any text of the right length. */
export const matchesOneOf = (text: string, digests: readonly string[]): boolean => {
  const given = Buffer.from(text);
  let matches = false;
  for (const digest of digests) {
    const expected = Buffer.from(digest);
    if (given.length === expected.length && timingSafeEqual(given, expected)) matches = true;
  }
  return matches;
};
