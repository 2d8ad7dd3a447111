import { describe, expect, it } from "vitest";
import { maxValues, type Siever, SieverCode, sieverByCode } from "#domain/filters/sievers.ts";
import { addValues, rejectedText, splitTyped, toEditableText, withoutFieldName } from "./add-values.ts";
import type { Operator } from "./operators.ts";

const siever = (code: number): Siever => {
  const found = sieverByCode.get(code);
  if (found === undefined) throw new Error(`No siever ${code}.`);
  return found;
};
const tags = siever(SieverCode.OrderTags);
const weight = siever(SieverCode.TotalWeight);
const refundDate = siever(SieverCode.RefundDate);
const location = siever(SieverCode.Location);
const names = ["Athens Warehouse", "Berlin Store"];

describe("a number that is typed or pasted", () => {
  const add = (...typed: string[]) => addValues({ siever: weight, values: [], typedTexts: typed });

  it("may have a decimal comma, which becomes a point", () => {
    expect(add("12,5", ">= 1.234,56", "12.50").values).toEqual(["12.5", ">= 1234.56"]);
  });

  it("is refused with a question if its comma is ambiguous", () => {
    expect(add("1,234")).toEqual({
      values: [],
      rejected: [{ text: "1,234", reason: "“1,234” can be read in two ways. Type 1234 or 1.2340." }],
    });
  });

  it("doesn't affect text values, where a comma stays", () => {
    expect(addValues({ siever: tags, values: [], typedTexts: ["12,5", "1,234"] }).values).toEqual(["12,5", "1,234"]);
  });
});

describe("text that is typed or pasted", () => {
  it("becomes one value per line and cell, and for locations also per }", () => {
    expect(splitTyped("a\nb\r\nc\td", tags)).toEqual(["a", "b", "c", "d"]);
    expect(splitTyped("a}b, c", tags)).toEqual(["a}b, c"]);
    expect(splitTyped("Athens Warehouse}Berlin Store", location)).toEqual(names);
  });

  it("keeps line breaks in fields that allow them, typed as ↵ or in a quoted spreadsheet cell", () => {
    const notes = siever(SieverCode.NoteAttributes);
    expect(splitTyped("note:one↵two", notes)).toEqual(["note:one\ntwo"]);
    expect(splitTyped("a\nb", notes)).toEqual(["a", "b"]);
    expect(splitTyped('gift\t"say ""hi""\r\nto her"\r\n"plain"\n"open', notes)).toEqual([
      "gift",
      'say "hi"\nto her',
      '"plain"',
      '"open',
    ]);
    expect(splitTyped("one↵two", tags)).toEqual(["one↵two"]);
    expect(toEditableText("note:one\r\ntwo", notes)).toBe("note:one↵two");
  });

  it("is trimmed, and its blank lines are skipped", () => {
    expect(addValues({ siever: tags, values: ["vip"], typedTexts: [" gift ", "", "  ", "new"] })).toEqual({
      values: ["vip", "gift", "new"],
      rejected: [],
    });
  });
});

describe("a value that is refused, with the reason", () => {
  const reason = (field: Siever, values: string[], typed: string, whitelist: string[] | null = null) =>
    rejectedText(addValues({ siever: field, values, typedTexts: [typed], whitelist }).rejected);
  it.each([
    ["empty", tags, [], "  ", "A value cannot be empty. Type something first."],
    ["already there in another case", tags, ["vip"], "VIP", "“VIP” is already in the list."],
    ["already there, as another notation of the number", weight, ["5"], "5.0", "“5.0” is already in the list."],
    ["not a number", weight, [], "heavy", /^“heavy” isn't a number\./],
    ["a comparison with nothing", weight, [], ">=", /^“>=” has nothing to compare with\./],
    ["a negation of nothing", tags, [], "!", /^“!” has nothing after the “!”\./],
    ["too long", tags, [], "x".repeat(256), /is too long: a value has at most 255 characters/],
    ["a control character", tags, [], "a\u0007b", /control character/],
    [
      "an unknown way to write a day",
      refundDate,
      [],
      "the 5th",
      "“the 5th” couldn't be read as a date. Try 2026-11-30, 30 Nov 2026 or 7 days ago.",
    ],
    [
      "an ambiguous day",
      refundDate,
      [],
      "03/04/2026",
      "“03/04/2026” can be read in two ways. Type 2026-04-03 or 2026-03-04.",
    ],
    ["a date that cannot be read", tags, [], "date(YYYY)", /date\(…\) needs a format and a number of days/],
  ])("%s", (_name, field, values, typed, expected) => {
    const sentence = reason(field, values, typed);
    if (typeof expected === "string") expect(sentence).toBe(expected);
    else expect(sentence).toMatch(expected);
  });

  it("is reported with the first reason and the number of others", () => {
    const { values, rejected } = addValues({ siever: tags, values: ["vip"], typedTexts: ["VIP", "new", "new", "!"] });
    expect(values).toEqual(["vip", "new"]);
    expect(rejectedText(rejected)).toBe("“VIP” is already in the list. 2 more were left out too.");
  });

  it(`is the 501st value`, () => {
    const many = Array.from({ length: maxValues + 2 }, (_, at) => `tag ${at}`);
    const { values, rejected } = addValues({ siever: tags, values: [], typedTexts: many });
    expect(values).toHaveLength(maxValues);
    expect(rejectedText(rejected)).toBe(
      "“tag 500” is one too many. A field can hold at most 500 values. 1 more was left out too.",
    );
  });

  it("isn't in the list of allowed values", () => {
    expect(reason(location, [], "Rome", names)).toBe("“Rome” isn't in the list. Choose one from the list.");
    expect(reason(location, [], "!Rome", names)).toBe("“!Rome” isn't in the list. Choose one from the list.");
  });
});

describe("a value from a list", () => {
  it("gets the list's spelling, also if negated, and may be 'any' or 'empty'", () => {
    const typed = ["athens warehouse", "! BERLIN STORE", "*", "!*"];
    expect(addValues({ siever: location, values: [], typedTexts: typed, whitelist: names }).values).toEqual([
      "Athens Warehouse",
      "!Berlin Store",
      "*",
      "!*",
    ]);
  });

  it("may be 'not eligible', which is stored as not_eligible", () => {
    const status = siever(SieverCode.LineFulfillmentStatus);
    const whitelist = ["pending", "fulfilled", "partial", "not_eligible"];
    expect(
      addValues({ siever: status, values: [], typedTexts: ["Not Eligible"], whitelist, operator: { sign: "!" } })
        .values,
    ).toEqual(["!not_eligible"]);
  });
});

describe("the chosen operator", () => {
  it("is added to the typed value, unless that has its own", () => {
    const add = (field: Siever, typed: string, sign: string) =>
      addValues({ siever: field, values: [], typedTexts: [typed], operator: { sign } }).values;
    expect(add(weight, "500", ">=")).toEqual([">=500"]);
    expect(add(weight, "<5", ">=")).toEqual(["<5"]);
    expect(add(tags, "vip", "!")).toEqual(["!vip"]);
    expect(add(tags, "!vip", "!")).toEqual(["!vip"]);
    expect(add(tags, "<3", "!")).toEqual(["!<3"]);
  });

  it("makes the typed value a partial match, unless it already is one", () => {
    const add = (typed: string, operator: Pick<Operator, "sign" | "part">) =>
      addValues({ siever: tags, values: [], typedTexts: [typed], operator }).values;
    expect(add("vip", { sign: "", part: "begins" })).toEqual(["vip*"]);
    expect(add("vip", { sign: "", part: "ends" })).toEqual(["*vip"]);
    expect(add("vip", { sign: "!", part: "contains" })).toEqual(["!*vip*"]);
    expect(add("\\*vip", { sign: "", part: "ends" })).toEqual(["**vip"]);
    expect(add("*vip", { sign: "", part: "begins" })).toEqual(["*vip"]);
    expect(add("!vip", { sign: "", part: "begins" })).toEqual(["!vip"]);
    // Sent in the form that the server returns.
    expect(add("a\\*b", { sign: "" })).toEqual(["a*b"]);
    expect(add("a\\*", { sign: "" })).toEqual(["a\\*"]);
  });

  it("can't be typed as a star in a field with a list, whose values may contain stars", () => {
    const add = (typed: string) =>
      addValues({ siever: location, values: [], typedTexts: [typed], whitelist: ["Main*", "Berlin"] });
    expect(add("main\\*").values).toEqual(["Main\\*"]);
    expect(add("Ber*").rejected).toHaveLength(1);
  });
});

it("an edited value goes back to its place", () => {
  expect(addValues({ siever: tags, values: ["a", "c"], typedTexts: ["b"], insertIndex: 1 }).values).toEqual([
    "a",
    "b",
    "c",
  ]);
});

it("a message next to a field's name doesn't repeat the name", () => {
  expect(withoutFieldName("Tags (Order): “x” is wrong.", tags)).toBe("“x” is wrong.");
  expect(withoutFieldName("Something else.", tags)).toBe("Something else.");
});

it("a day may be typed in words, with or without a sign, and is shown in words for editing", () => {
  const refunds = siever(SieverCode.RefundDate);
  const add = (typed: string, sign = "") =>
    addValues({ siever: refunds, values: [], typedTexts: [typed], operator: { sign } }).values;
  expect(add("30 days ago")).toEqual(["date(YYYY-MM-DD; -30)"]);
  expect(add("Tomorrow", ">=")).toEqual([">=date(YYYY-MM-DD; 1)"]);
  expect(add("< a week ago", ">=")).toEqual(["< date(YYYY-MM-DD; -7)"]);
  expect(toEditableText(">=date(YYYY-MM-DD; -30)", refunds)).toBe(">=30 days ago");
  expect(toEditableText("date(YYYY/MM/DD; -30)", refunds)).toBe("date(YYYY/MM/DD; -30)");
  // In other fields they are plain words.
  expect(addValues({ siever: tags, values: [], typedTexts: ["today"] }).values).toEqual(["today"]);
});
