import { describe, expect, it } from "vitest";
import { growthOf, inProportion } from "#tests/support/growth.ts";
import { boundTexts, longestText, mostMarks } from "./bounded-texts.ts";

const only = (text: string): { text: string; cut: number } => {
  const answer = { order: { notes: [{ text }] } };
  const cut = boundTexts(answer);
  return { text: answer.order.notes[0]?.text ?? "", cut };
};

describe("Texts of an answer of the platform", () => {
  it("stay as they are up to what the platform allows, wherever they stand", () => {
    const note = "ä😀".repeat(1_700);
    const answer = { a: [note, null, 7, true, { b: "x".repeat(longestText) }], c: note };
    const before = structuredClone(answer);
    expect(boundTexts(answer)).toBe(0);
    expect(answer).toEqual(before);
  });

  it("are cut beyond that, say so by their last character, and are counted", () => {
    const answer = { a: ["x".repeat(longestText + 1)], b: { c: "y".repeat(1_000_000), d: "z" } };
    expect(boundTexts(answer)).toBe(2);
    expect([answer.a[0]?.length, answer.b.c.length, answer.b.d]).toEqual([longestText, longestText, "z"]);
    expect([answer.a[0]?.at(-1), answer.b.c.at(-1)]).toEqual(["…", "…"]);
  });

  it("never end with half a character", () => {
    for (const before of ["", "x"]) {
      const { text } = only(before + "😀".repeat(longestText));
      expect([text.isWellFormed(), text.length <= longestText, text.at(-1)]).toEqual([true, true, "…"]);
    }
  });

  it("carry as many marks on a letter as any language writes, and no more", () => {
    const many = `${"x".repeat(300)}a${"\u0301".repeat(mostMarks)}b`;
    expect(only(many)).toEqual({ text: many, cut: 0 });
    expect(only(`${many}a${"\u0301\u0323".repeat(5_000)}b`)).toEqual({
      text: `${many}a${"\u0301\u0323".repeat(mostMarks / 2)}…b`,
      cut: 1,
    });
  });

  it("are left alone in fields of any name", () => {
    const answer = JSON.parse(`{"__proto__": "${"x".repeat(longestText + 1)}"}`);
    expect(boundTexts(answer)).toBe(1);
    expect(Object.getOwnPropertyDescriptor(answer, "__proto__")?.value).toHaveLength(longestText);
  });

  it.each([
    ["letters", "x"],
    ["marks", "\u0301\u0323"],
    ["almost too many marks", `a${"\u0301".repeat(mostMarks)}`],
    ["half characters", "\ud83d"],
  ])("take time in proportion to %s", (_name, unit) => {
    const textOf = (length: number) => unit.repeat(length).slice(0, length);
    expect(growthOf(textOf, (text) => void only(text))).toBeLessThan(inProportion);
  });
});
