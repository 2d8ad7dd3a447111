import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NumberFormatType } from "../enumerations.ts";
import { divideDecimals } from "../text/decimal.ts";
import { formatCodeProblem } from "./format-code.ts";
import { createNumberFormatter, formatNumber, noCurrencyFormat } from "./format-number.ts";
import type { NumberFormat } from "./number-format.ts";

const dollars = `$${"{{amount}}"}`;
const shop = { moneyFormat: dollars, currencyCode: "USD", primaryLocale: "en" };
const custom = (code: string): NumberFormat => ({ type: NumberFormatType.Custom, code });
const currency: NumberFormat = { type: NumberFormatType.Currency };
const textOf = (decimal: string | null, format: NumberFormat | null, of: Partial<typeof shop> = {}) =>
  formatNumber(decimal, format, { ...shop, ...of }).text;

describe("a custom format", () => {
  // From Excel's help: 'Number format codes' and 'Review guidelines for customizing a number format'.
  it.each([
    ["1234.59", "####.#", "1234.6"],
    ["8.9", "#.000", "8.900"],
    ["0.631", "0.#", "0.6"],
    ["12", "#.0#", "12.0"],
    ["1234.568", "#.0#", "1234.57"],
    ["44.398", "???.???", " 44.398"],
    ["102.65", "???.???", "102.65 "],
    ["2.8", "???.???", "  2.8  "],
    ["5.25", "# ?/?", "5 1/4"],
    ["12000", "#,###", "12,000"],
    ["12000", "#,", "12"],
    ["12200000", "0.0,,", "12.2"],
    ["12", "00000", "00012"],
    ["123", "00000", "00123"],
    ["123", "000\\-00", "001-23"],
    ["0.08", "0%", "8%"],
    ["2.8", "0%", "280%"],
    ["12200000", "0.00E+00", "1.22E+07"],
    ["125.74", '$0.00" Surplus";$-0.00" Shortage"', "$125.74 Surplus"],
    ["-125.74", '$0.00" Surplus";$-0.00" Shortage"', "$-125.74 Shortage"],
    ["-1234.5", "#,##0.00_);(#,##0.00)", "(1,234.50)"],
    ["0", '0;-0;"none"', "none"],
    ["-3", "0;;0", ""],
    ["43831", "yyyy-mm-dd", "2020-01-01"],
    ["1.5", "[h]:mm", "36:00"],
    ["-1", "yyyy-mm-dd", "######"],
  ])("shows %s under %s as Excel does", (decimal, code, shown) => {
    expect(textOf(decimal, custom(code))).toBe(shown);
  });

  it("uses the separators and months of the shop's language, or English ones if it is unknown", () => {
    expect(textOf("1234567.5", custom("#,##0.00"), { primaryLocale: "de" })).toBe("1.234.567,50");
    expect(textOf("1234567.5", custom("#,##0.00"), { primaryLocale: "pt-BR" })).toBe("1.234.567,50");
    expect(textOf("43831", custom("mmmm"), { primaryLocale: "fr" })).toBe("janvier");
    expect(textOf("1234567.5", custom("#,##0.00"), { primaryLocale: "no language" })).toBe("1,234,567.50");
  });

  it("keeps the shop's separators beside a currency of another language, but uses that language in dates", () => {
    expect(textOf("1234567.5", custom("[$€-407] #,##0.00"))).toBe("€ 1,234,567.50");
    expect(textOf("1234567.5", custom("#,##0.00 [$€-407];-#,##0.00 [$€-407]"))).toBe("1,234,567.50 €");
    expect(textOf("1234567.5", custom("[$-407]#,##0.00"))).toBe("1,234,567.50");
    expect(textOf("1234567.5", custom("#,##0.00 [$kr.-406]"), { primaryLocale: "de" })).toBe("1.234.567,50 kr.");
    expect(textOf("43831", custom("[$-407]mmmm"))).toBe("Januar");
  });

  it("rounds the decimal, not the float nearest to it", () => {
    expect(textOf("1.005", custom("0.00"))).toBe("1.01");
    expect(textOf("-2.675", custom("0.00"))).toBe("-2.68");
    expect(textOf("0.30000000000000004", custom("0.00"))).toBe("0.30000000000000004");
    const cents = (digits: string) =>
      divideDecimals(digits, "1", 2).replace(
        /^(-?\d+)(?:\.(\d*))?$/,
        (_, whole, rest = "") => `${whole}.${rest.padEnd(2, "0")}`,
      );
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
        fc.integer({ min: 0, max: 9999 }),
        (whole, rest) => {
          const decimal = `${whole}.${String(rest).padStart(4, "0")}`;
          fc.pre(whole !== 0);
          expect(textOf(decimal, custom("0.00"))).toBe(cents(decimal));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("shows all digits of a number with more digits than Excel keeps", () => {
    expect(textOf("1234567890123456789", custom("#,##0"))).toBe("1234567890123456789");
    expect(textOf("123456789012345", custom("#,##0"))).toBe("123,456,789,012,345");
    expect(textOf("120000000000000000000", custom("0"))).toBe("120000000000000000000");
  });

  it("is red if its code says so", () => {
    const show = createNumberFormatter(custom("0.00;[Red]-0.00"), shop);
    expect([show("-5"), show("5")]).toEqual([
      { text: "-5.00", red: true },
      { text: "5.00", red: false },
    ]);
  });

  it("leaves a number unchanged if its code cannot be read", () => {
    expect(textOf("5.5", custom("0.00 ["))).toBe("5.5");
  });

  it.each([
    "#,##0.00",
    "0%",
    '0 "pieces"',
    "[$€-407] #,##0.00",
    "€0.00",
    "0 \\k",
    "yyyy-mm-dd",
    "hh:mm:ss.00",
    "[<=5][Red]0;0",
    "@",
    "General",
    "# ?/?",
    '0;-0;0;"Note: "@',
    "General;@",
    "[Red][>=5]0;[Blue]0",
    "_($* #,##0.00_)",
    "[Color1]0;[Color56]-0",
  ])("may be %s", (code) => {
    expect(formatCodeProblem(code)).toBeUndefined();
  });

  it.each(["0 pieces", "0 kg", "0 g", "hello", "0x"])(
    "rejects %s with the advice to put words between quotation marks",
    (code) => {
      expect(formatCodeProblem(code)).toBe(
        'Excel reads letters as parts of a date. Put words between quotation marks, as in 0 "pieces".',
      );
    },
  );

  it.each([
    ['0"', "A quotation mark isn't closed. Close it."],
    ['0 "kg', "A quotation mark isn't closed. Close it."],
    ["0.00 [", "Excel cannot read the square brackets of this format."],
    ["[Pink]0", "Excel cannot read the square brackets of this format."],
    ["[>=0,5]0", "Excel cannot read the square brackets of this format."],
  ])("rejects %s and names the open or unknown part", (code, said) => {
    expect(formatCodeProblem(code)).toContain(said);
  });

  it.each([
    "0;0;0;0;0",
    "[>5]0;[>4]0;[>3]0;0",
    "0@",
    "@0",
    "@;0",
    "0;@;0",
    "dd.mm.yyyy @",
    "[Red][Blue]0",
    "[>1][>2]0",
    "0E+0E+0",
  ])("rejects %s, which Excel cannot read", (code) => {
    expect(formatCodeProblem(code)).toBe("Excel cannot read this format. Write it as in #,##0.00 or 0.0%.");
  });

  it.each(["[Color0]0", "[Color57]0", "0;[color 99]-0"])("rejects %s and says which colors Excel has", (code) => {
    expect(formatCodeProblem(code)).toBe("Excel's numbered colors are [Color1] to [Color56]. Choose one of these.");
  });

  it("has at most the length that Excel allows", () => {
    expect(formatCodeProblem("0".repeat(255))).toBeUndefined();
    expect(formatCodeProblem("0".repeat(256))).toBe("The maximum length allowed is 255");
  });
});

describe("a currency format", () => {
  // The store platform's placeholders, with the examples of its help.
  it.each([
    [dollars, "USD", "1134.65", "$1,134.65"],
    [`$${"{{ amount_no_decimals }}"}`, "USD", "1134.65", "$1,135"],
    ["{{amount_with_comma_separator}} €", "EUR", "1134.65", "1.134,65 €"],
    ["{{amount_no_decimals_with_comma_separator}} €", "EUR", "1134.65", "1.135 €"],
    ["CHF {{amount_with_apostrophe_separator}}", "CHF", "1134.65", "CHF 1'134.65"],
    ["{{amount_no_decimals_with_space_separator}} kr", "SEK", "1134.65", "1 135 kr"],
    ["{{amount_with_space_separator}} zł", "PLN", "1134.65", "1 134,65 zł"],
    ["{{amount_with_period_and_space_separator}}", "EUR", "1134.65", "1 134.65"],
    ['<span class="money">&pound;{{amount}}&nbsp;&#71;BP</span>', "GBP", "1134.65", "£1,134.65\u00a0GBP"],
    [dollars, "USD", "-5", "-$5.00"],
    [dollars, "USD", "-0.001", "$0.00"],
    [dollars, "USD", "999.995", "$1,000.00"],
    ["KD {{amount}}", "KWD", "1.2345", "KD 1.235"],
    ["¥{{amount_no_decimals}}", "JPY", "1500", "¥1,500"],
    [dollars, "USD", "1234567890123456789.01", "$1,234,567,890,123,456,789.01"],
  ])("%s of %s shows %s as %s", (moneyFormat, currencyCode, decimal, shown) => {
    expect(textOf(decimal, currency, { moneyFormat, currencyCode })).toBe(shown);
  });

  it.each(["", "$", "{{price}}"])("says what to do if the money format is %j", (moneyFormat) => {
    expect(textOf("5", currency, { moneyFormat })).toBe(noCurrencyFormat);
    expect(noCurrencyFormat).toBe("Logout and login again to get the 'Currency format' from Shopify.");
  });
});

describe("a column of numbers", () => {
  it("is red up to and including the limit", () => {
    const show = createNumberFormatter({ type: NumberFormatType.LessThanRed, limit: 5.5 }, shop);
    expect(["5.5", "5.51", "-7", "0.1"].map((decimal) => show(decimal))).toEqual([
      { text: "5.5", red: true },
      { text: "5.51", red: false },
      { text: "-7", red: true },
      { text: "0.1", red: true },
    ]);
  });

  it("is shown unchanged without a format, and keeps empty cells and joined numbers with any", () => {
    expect(textOf("1234.5", null)).toBe("1234.5");
    for (const format of [null, custom("0.00"), currency]) {
      expect(textOf(null, format)).toBe("");
      expect(textOf("1.5, 2", format)).toBe("1.5, 2");
    }
  });
});
