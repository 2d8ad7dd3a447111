import fc from "fast-check";
import { expect, it } from "vitest";
import { toCanonicalDecimal } from "../text/decimal.ts";
import { formattedByCode } from "./format-code.ts";
import { createFormatByCode } from "./plain-code.ts";

const codes = [
  "0",
  "0.0",
  "0.00",
  "#,##0",
  "#,##0.00",
  "#,##0.0000",
  "0.000000000000000000",
  "#,##0.00;[Red]-0.0",
  "# ##0",
  "0%",
];
const locales = ["en", "de", "de-CH", "pl", "es", "fr", "pt-PT", "hi", "ar", "ja", "nobody's", ""];
const decimals = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.nat({ max: 6 }))
  .map(([negative, digits, places]) => {
    const text = `${digits}`.padStart(places + 1, "0");
    const split = text.length - places;
    return toCanonicalDecimal(`${negative ? "-" : ""}${text.slice(0, split)}.${text.slice(split)}`);
  });

it("formats each number as Excel's rules for the code do, in every language", () => {
  fc.assert(
    fc.property(fc.constantFrom(...codes), fc.constantFrom(...locales), fc.array(decimals), (code, locale, numbers) => {
      const show = createFormatByCode(code, locale);
      const expected = [...numbers, "0", "999", "-1000", "1234567.5"].map((one) => formattedByCode(one, code, locale));
      expect([...numbers, "0", "999", "-1000", "1234567.5"].map(show)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
