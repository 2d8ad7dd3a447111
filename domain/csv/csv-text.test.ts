import fc from "fast-check";
import { expect, it } from "vitest";
import { defaultPreferences } from "../shop/preferences.ts";
import { createCellText } from "./cell-text.ts";
import { createCsvText } from "./csv-text.ts";
import { createFieldWriter } from "./serialize-record.ts";

const signs = [
  "=",
  "@",
  "+",
  "-",
  "＝",
  "\ufeff",
  '"',
  "'",
  "\r",
  "\n",
  "\t",
  "\0",
  "\u0085",
  "\u2028",
  "\ud83d",
  "😀",
  "\ufffe",
];
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(...signs, "a", "é", "雪", "1", ",", ";", "]", "^", "\\", " ", "e\u0301") }),
);

it("writes the same text on the fast path as with full escaping", () => {
  fc.assert(
    fc.property(
      fc.array(anyText, { minLength: 2 }),
      fc.constantFrom(",", ";", "\t", "|", "^^", "]", "\\", "-", "a;", "."),
      fc.constantFrom(0, 1250),
      fc.boolean(),
      (texts, CsvSeparator, CsvEncoding, CsvIncludeNewlines) => {
        const preferences = { ...defaultPreferences, CsvSeparator, CsvEncoding, CsvIncludeNewlines };
        const settings = { preferences, zone: "UTC" };
        const [field, cellText] = [createFieldWriter(CsvSeparator), createCellText(settings)];
        const cells = texts.map((text) => ({ kind: "text" as const, text }));
        expect(createCsvText(settings).row(cells)).toBe(
          `${cells.map((cell) => field(cellText(cell))).join(CsvSeparator)}\r\n`,
        );
      },
    ),
    { numRuns: 2_000 },
  );
});
