import fc from "fast-check";
import { expect, it } from "vitest";
import { signedText } from "#infra/store-platform/calls/signatures.ts";
import { createPlatformForTests, signed, webhookSignature } from "#tests/support/platform-for-tests.ts";
import { readBody } from "./read-body.ts";

const platform = createPlatformForTests();
const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.constantFrom("{", "}", '"', "[", "true", "{}"));
const anyQuery = fc.dictionary(anyText, anyText);
const blanks = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
/** A JSON object as the platform could write it, with any white space. */
const anyBody = fc
  .tuple(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), blanks, blanks, fc.constantFrom(0, 2))
  .map(([value, before, after, indent]) => `${before}${JSON.stringify(value, null, indent)}${after}`);

it("a query signed by the platform is never valid as a webhook, whatever its content", () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const raw = Buffer.from(signedText(query));
      const { hmac = "" } = signed(query);
      // The signature is right for these bytes, so only their content counts.
      expect(platform.verifyWebhook(raw, Buffer.from(hmac, "hex").toString("base64"))).toBe(true);
      expect(readBody(raw)).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});

it("a webhook signed by the platform is never valid as a query, however it is split into parameters", () => {
  const cuts = fc.array(fc.nat(2_000), { maxLength: 6 });
  fc.assert(
    fc.property(anyBody, cuts, (text, places) => {
      expect(readBody(Buffer.from(text))).toBeDefined();
      const hmac = Buffer.from(webhookSignature(text), "base64").toString("hex");
      const ends = [...new Set(places.map((place) => place % text.length))].sort((a, b) => a - b);
      const pieces = [...ends, text.length].map((end, n) => text.slice(n === 0 ? 0 : ends[n - 1], end));
      const queries = [
        Object.fromEntries(new URLSearchParams(text)),
        { [text]: "" },
        { "": text },
        Object.fromEntries(pieces.map((piece, n) => (n % 2 === 0 ? [piece, pieces[n + 1] ?? ""] : ["", piece]))),
      ];
      for (const query of queries) {
        expect(signedText(query)).toMatch(/^[\w*\-.%=&]*$/);
        expect(platform.verifyQuery({ ...query, hmac })).toBe(false);
      }
    }),
    { numRuns: 1_000 },
  );
});
