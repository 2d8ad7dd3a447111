import { describe, expect, it } from "vitest";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../enumerations.ts";
import type { SieverValues } from "./filter.ts";
import { SieverCode, sievers } from "./sievers.ts";
import { validateFilterContent } from "./validate.ts";

const problems = (values: SieverValues, title = "Wholesale") =>
  validateFilterContent({
    title,
    financial_status: FinancialStatus.any,
    fulfillment_status: FulfillmentStatus.any,
    order_status: OrderStatus.any,
    sievers: values,
  });
const messageOf = (code: SieverCode, values: readonly string[]): string | undefined =>
  problems({ [code]: values })[0]?.message;
const longest = "x".repeat(255);

describe("a filter is accepted", () => {
  it.each<[string, SieverValues]>([
    ["without values", {}],
    ["with a value of each kind", { 1001: ["vip", "!test", "*"], 2003: [">=1", "!5"], 2000: ["not eligible"] }],
    ["with 500 values of 255 characters", { 1003: Array.from({ length: 500 }, (_, n) => `${n}`.padStart(255, "x")) }],
    ["with 255 characters of two code units each", { 3003: ["🎁".repeat(255)] }],
    ["with a value and its negation", { 4000: ["a", "!a"] }],
    ["with date(…) in another case", { 1001: ["date(MM; 0)", "date(mm-M; 0)"] }],
  ])("%s", (_what, values) => {
    expect(problems(values)).toEqual([]);
  });

  it("with a title that starts with a digit, which designs may not have", () => {
    expect(problems({}, "2026 orders")).toEqual([]);
  });
});

describe("a filter is rejected", () => {
  it.each<[SieverCode, string[], string]>([
    [1001, [""], "Tags (Order): one of the values is empty. Type something or remove it."],
    [5000, ["vip", "  "], "Tags (Customer): one of the values is empty. Type something or remove it."],
    [3001, ["eco", " ECO"], "Tags (Product): “ECO” means the same as “eco”. Remove one."],
    [3000, ["e\u0301", "É"], "Vendor (Product): “É” means the same as “e\u0301”. Remove one."],
    [4000, ["a1", "a1"], "SKU (Variant): “a1” is listed twice. Remove one."],
    [2003, ["5", "5.0"], "Quantity (Order line): “5.0” means the same as “5”. Remove one."],
    [2005, [">= 5", ">=05"], "Price (Order line): “>=05” means the same as “>= 5”. Remove one."],
    [
      2004,
      ["2026-11-05", "2026/11/5"],
      "Refund Date (Order line): “2026/11/5” means the same as “2026-11-05”. Remove one.",
    ],
    [
      2000,
      ["not eligible", "NOT_ELIGIBLE"],
      "Fulfillment Status (Order line): “NOT_ELIGIBLE” means the same as “not eligible”. Remove one.",
    ],
    [
      2000,
      ["shipped"],
      "Fulfillment Status (Order line): “shipped” isn't a fulfillment status. Use pending, fulfilled, partial or not eligible.",
    ],
    [
      1003,
      [`${longest}y`],
      `Note Attributes (Order): “${"x".repeat(40)}…” is too long: a value has at most 255 characters. Shorten it.`,
    ],
    [2002, ["a\tb\nc"], "Properties (Order line): “a�b↵c” contains a control character. Type it again without it."],
    [1003, ["a\nb", "A\r\nB"], "Note Attributes (Order): “A↵B” means the same as “a↵b”. Remove one."],
    [
      5002,
      ["a\nb"],
      "City (Customer): “a↵b” contains a line break or another control character. Type it again without it.",
    ],
    [
      5002,
      ["a\ud83d"],
      "City (Customer): “a�” contains a line break or another control character. Type it again without it.",
    ],
    [
      1004,
      ["2 kg"],
      "Total Weight grams (Order): “2 kg” isn't a number. Use digits and a decimal point, for example 5, >= 2.5 or !0.",
    ],
    [
      1004,
      ["!<5"],
      "Total Weight grams (Order): “!<5” negates a comparison. Use the opposite one instead: < is the opposite of >=, > of <=.",
    ],
    [
      1001,
      ["date(YYYY)"],
      "Tags (Order): “date(YYYY)” couldn't be read: date(…) needs a format and a number of days with a semicolon between them, for example date(YYYY-MM-DD; -7).",
    ],
  ])("with the field, the value and what to do: siever %i %j", (code, values, message) => {
    expect(problems({ [code]: values })).toEqual([{ field: `OrderSievers.${code}`, message }]);
  });

  it("with one error per wrong field, the title first", () => {
    const all = Object.fromEntries(sievers.map(({ code }) => [code, ["", "", "\u0000"]]));
    expect(problems(all, " ").map(({ field }) => field)).toEqual([
      "title",
      ...sievers.map(({ code }) => `OrderSievers.${code}`).sort(),
    ]);
  });

  it("with an unknown code", () => {
    const unknown = { 1999: ["x"] } as SieverValues;
    expect(problems(unknown)).toEqual([
      { field: "OrderSievers.1999", message: expect.stringMatching(/no filter field with the code 1999/) },
    ]);
  });

  it("with more than 500 values, without reading them", () => {
    const asked: string[] = [];
    const many = new Proxy(
      Array.from({ length: 10_000 }, (_, place) => `value ${place}`),
      {
        get: (list, key, receiver) => {
          asked.push(String(key));
          return Reflect.get(list, key, receiver);
        },
      },
    );
    expect(messageOf(SieverCode.OrderTags, many)).toBe(
      "Tags (Order): a field holds at most 500 values, and this one has 10,000. Remove some.",
    );
    expect(asked.length).toBeLessThan(10);
  });
});
