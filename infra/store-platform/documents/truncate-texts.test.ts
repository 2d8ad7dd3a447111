import { describe, expect, it } from "vitest";
import { growthOf, inProportion } from "#tests/support/growth.ts";
import { maxCombiningMarks, maxTextLength, truncateTexts } from "./truncate-texts.ts";

const only = (text: string): { text: string; cut: number } => {
  const answer = { order: { notes: [{ text }] } };
  const cut = truncateTexts(answer);
  return { text: answer.order.notes[0]?.text ?? "", cut };
};

describe("Texts in a response of the platform", () => {
  it("stay unchanged up to the platform's limit, wherever they are", () => {
    const note = "ä😀".repeat(1_700);
    const answer = { a: [note, null, 7, true, { b: "x".repeat(maxTextLength) }], c: note };
    const before = structuredClone(answer);
    expect(truncateTexts(answer)).toBe(0);
    expect(answer).toEqual(before);
  });

  it("are truncated beyond it, end with an ellipsis, and are counted", () => {
    const answer = { a: ["x".repeat(maxTextLength + 1)], b: { c: "y".repeat(1_000_000), d: "z" } };
    expect(truncateTexts(answer)).toBe(2);
    expect([answer.a[0]?.length, answer.b.c.length, answer.b.d]).toEqual([maxTextLength, maxTextLength, "z"]);
    expect([answer.a[0]?.at(-1), answer.b.c.at(-1)]).toEqual(["…", "…"]);
  });

  it("are never cut in the middle of a character", () => {
    for (const before of ["", "x"]) {
      const { text } = only(before + "😀".repeat(maxTextLength));
      expect([text.isWellFormed(), text.length <= maxTextLength, text.at(-1)]).toEqual([true, true, "…"]);
    }
  });

  it("keep a limited number of combining marks on a letter", () => {
    const many = `${"x".repeat(300)}a${"\u0301".repeat(maxCombiningMarks)}b`;
    expect(only(many)).toEqual({ text: many, cut: 0 });
    expect(only(`${many}a${"\u0301\u0323".repeat(5_000)}b`)).toEqual({
      text: `${many}a${"\u0301\u0323".repeat(maxCombiningMarks / 2)}…b`,
      cut: 1,
    });
  });

  it("are truncated in a field of any name, even __proto__", () => {
    const answer = JSON.parse(`{"__proto__": "${"x".repeat(maxTextLength + 1)}"}`);
    expect(truncateTexts(answer)).toBe(1);
    expect(Object.getOwnPropertyDescriptor(answer, "__proto__")?.value).toHaveLength(maxTextLength);
  });

  it.each([
    ["letters", "x"],
    ["marks", "\u0301\u0323"],
    ["almost too many marks", `a${"\u0301".repeat(maxCombiningMarks)}`],
    ["lone surrogates", "\ud83d"],
  ])("take time in proportion to their number of %s", (_name, unit) => {
    const textOf = (length: number) => unit.repeat(length).slice(0, length);
    expect(growthOf(textOf, (text) => void only(text))).toBeLessThan(inProportion);
  });
});
