/** Sample code that checks a webhook call; the same as in docs/webhooks.md. */
export const receiverCode = `import { createHmac, timingSafeEqual } from "node:crypto";

/** \`url\`: of the request, with its query. \`headers\`: of the request, named in small letters. \`now\`: milliseconds. */
export function isFromSheaf({ url, headers }, secret, now = Date.now()) {
  const { t, v1 } = Object.fromEntries(new URLSearchParams((headers["sheaf-signature"] ?? "").replaceAll(",", "&")));
  const query = new URL(url, "https://any.example").searchParams;
  const lines = [t, headers["idempotency-key"], query.get("created_at"), query.get("fileurl")].join("\\n");
  const expected = createHmac("sha256", secret).update(lines).digest();
  const given = Buffer.from(v1 ?? "", "hex");
  const isFresh = Math.abs(now / 1000 - Number(t)) < 300;
  return isFresh && given.length === expected.length && timingSafeEqual(given, expected);
}
`;
