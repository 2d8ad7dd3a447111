import { describe, expect, it } from "vitest";
import type { NumberFormat } from "#domain/designs/design.ts";
import { formatProblem } from "#domain/designs/validate.ts";
import { NumberFormatType } from "#domain/enumerations.ts";
import { draftOfFormat, formatExamples, isSameFormat, validateFormat } from "./format-draft.ts";

const red = (limit: string) => validateFormat({ type: NumberFormatType.LessThanRed, code: "", limit });

describe("a number format in the dialog", () => {
  it.each<NumberFormat | null>([
    null,
    { type: NumberFormatType.Currency },
    { type: NumberFormatType.Custom, code: "0.00" },
    { type: NumberFormatType.LessThanRed, limit: 2.5 },
  ])("starts with the current one: %j", (format) => {
    expect(validateFormat(draftOfFormat(format))).toEqual({ format });
    expect(isSameFormat(format, format)).toBe(true);
  });

  it("requires a code that Excel can read for a custom format", () => {
    expect(validateFormat({ type: NumberFormatType.Custom, code: " ", limit: "" })).toEqual({
      problem: "Value is required",
    });
    expect(validateFormat({ type: NumberFormatType.Custom, code: "0 pieces", limit: "" })).toHaveProperty("problem");
  });

  it("offers the only meaning of an ambiguous code, or a choice between two", () => {
    const judge = (code: string) => validateFormat({ type: NumberFormatType.Custom, code, limit: "" });
    expect(judge(" 0,00 € ")).toMatchObject({
      problem: "Excel's codes use a point for decimals and a comma for thousands. Press Enter to use “0.00 €”.",
      doubt: { meanings: [{ code: "0.00 €" }] },
      asTyped: { code: "0,00 €" },
    });
    expect(judge("TT.MM.JJJJ")).toMatchObject({ doubt: { meanings: [{ code: "dd.mm.yyyy" }] } });
    expect(judge("TT.MM.JJJJ")).not.toHaveProperty("asTyped");
    expect(judge("#.##0")).toMatchObject({
      problem: "The point can mean thousands or three decimals. Choose one of these.",
      doubt: { meanings: [{ code: "#,##0" }, { code: "0.000" }] },
    });
  });

  it("requires a limit of at least 0, with a point or a comma", () => {
    expect([red(""), red("-1"), red("five")]).toEqual([
      { problem: "Value is required" },
      { problem: "The minimum value allowed is 0" },
      { problem: "Type a number, such as 5 or 2.5" },
    ]);
    expect([red("0"), red("2,5")]).toEqual([
      { format: { type: NumberFormatType.LessThanRed, limit: 0 } },
      { format: { type: NumberFormatType.LessThanRed, limit: 2.5 } },
    ]);
  });

  it("offers only valid examples", () => {
    for (const { code } of formatExamples)
      expect(formatProblem({ type: NumberFormatType.Custom, code }), code).toBeUndefined();
  });
});
