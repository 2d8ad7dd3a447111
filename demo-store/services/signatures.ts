import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * HMAC of a query in the platform's form (P-1.2): without `hmac` and `signature`, sorted by key, encoded, joined with
 * `&`; SHA-256 with the client secret, in hex.
 */
export const signQuery = (secret: string, query: Readonly<Record<string, string>>): string => {
  const text = Object.keys(query)
    .filter((key) => key !== "hmac" && key !== "signature")
    .sort()
    .map((key) => `${encodeURIComponent(key)}=${encodeURIComponent(query[key] ?? "")}`)
    .join("&");
  return createHmac("sha256", secret).update(text).digest("hex");
};

/** HMAC of a webhook's raw bytes (P-1.2): SHA-256 with the client secret, in base64. */
export const signBody = (secret: string, body: string | Uint8Array): string =>
  createHmac("sha256", secret).update(body).digest("base64");

export const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
