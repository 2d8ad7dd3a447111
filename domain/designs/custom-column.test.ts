import { describe, expect, it } from "vitest";
import { CustomColumnCategory } from "../enumerations.ts";
import { customColumnProblem, maxAttributeNameLength } from "./custom-column.ts";
import type { CustomColumn } from "./design.ts";

const { Empty, ExcelFormula, NoteAttributes, ProductMetafields, Property } = CustomColumnCategory;
const column = { takes: [Empty, ExcelFormula, NoteAttributes, ProductMetafields] };
const formula = (text: string): CustomColumn => ({ category: ExcelFormula, formula: text });
const noteAttribute = (name: string): CustomColumn => ({ category: NoteAttributes, name });
const metafield = (name: string): CustomColumn => ({ category: ProductMetafields, name });

describe("the content of a custom column", () => {
  it.each<[string, CustomColumn]>([
    ["nothing", { category: Empty }],
    ["a formula", formula("=A1*2")],
    ["a formula with whitespace around it", formula("  =A1 ")],
    ["a formula of 900 characters", formula(`=${"1+".repeat(449)}1`)],
    ["a note attribute", noteAttribute("Gift message, with « marks »")],
    ["a metafield", metafield("custom.material")],
    ["a metafield of an app", metafield("$app:care.washing-level")],
    ["a metafield of a namespace with a dot", metafield("old.style.material")],
  ])("may be %s", (_, custom) => {
    expect(customColumnProblem(custom, column)).toBeUndefined();
  });

  it.each<[string, CustomColumn, string]>([
    ["a formula without the equals sign", formula("A1*2"), "Excel formulas must start with the '=' sign."],
    ["no formula", formula(" "), "Excel formulas must start with the '=' sign."],
    ["the equals sign alone", formula("="), "Value is required"],
    ["a formula of 901 characters", formula(`=${"1+".repeat(449)}11`), "The maximum length allowed is 900"],
    ["a formula with a line break in a text", formula('="a\n"&B1'), "Please don't use line breaks"],
    ["an attribute without a name", noteAttribute(" "), "Value is required"],
    [
      "a name that is too long",
      noteAttribute("x".repeat(maxAttributeNameLength + 1)),
      "The maximum length allowed is 320",
    ],
    ["a metafield without a namespace", metafield("material"), "such as custom.material"],
    ["a metafield with a quotation mark", metafield('custom.mat"erial'), "such as custom.material"],
    ["a category that the column does not take", { category: Property, name: "Engraving" }, "Category required"],
  ])("is rejected if it is %s", (_, custom, words) => {
    expect(customColumnProblem(custom, column)).toContain(words);
  });

  it("is rejected for a standard column", () => {
    expect(customColumnProblem(formula("=A1"), {})).toContain("Choose another column.");
  });
});
