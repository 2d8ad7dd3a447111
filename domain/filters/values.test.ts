import { describe, expect, it } from "vitest";
import { parseDayNumber } from "./days.ts";
import { createDatePartsLookup, replaceDateExpressions } from "./description/date-expressions.ts";
import { type Siever, SieverCode, sieverByCode } from "./sievers.ts";
import { parseValue } from "./values.ts";

const sieverOf = (code: SieverCode): Siever => {
  const siever = sieverByCode.get(code);
  if (siever === undefined) throw new Error(`There is no siever ${code}.`);
  return siever;
};
const tags = sieverOf(SieverCode.OrderTags);
const price = sieverOf(SieverCode.Price);
const refunds = sieverOf(SieverCode.RefundDate);
const words = sieverOf(SieverCode.LineFulfillmentStatus);

describe("a typed value", () => {
  it.each<[string, Siever, object]>([
    ["vip", tags, { kind: "is", operand: "vip" }],
    ["  b2b, net 30 ", tags, { kind: "is", operand: "b2b, net 30" }],
    ["!vip", tags, { kind: "not", operand: "vip" }],
    [" !  vip", tags, { kind: "not", operand: "vip" }],
    ["*", tags, { kind: "present" }],
    [" ! * ", tags, { kind: "absent" }],
    ["!*", price, { kind: "absent" }],
    ["<3", tags, { kind: "is", operand: "<3" }],
    ["!<3", tags, { kind: "not", operand: "<3" }],
    ["<", tags, { kind: "is", operand: "<" }],
    ["!!", tags, { kind: "not", operand: "!" }],
    ["a*", tags, { kind: "is", operand: "a", part: "begins" }],
    ["5", price, { kind: "is", operand: "5" }],
    ["-.5", price, { kind: "is", operand: "-.5" }],
    ["!5.0", price, { kind: "not", operand: "5.0" }],
    ["<5", price, { kind: "<", operand: "5" }],
    ["<= 5", price, { kind: "<=", operand: "5" }],
    ["  >5.25", price, { kind: ">", operand: "5.25" }],
    [">=   5", price, { kind: ">=", operand: "5" }],
    [">date(D; 0)", price, { kind: ">", operand: "date(D; 0)" }],
    ["2026-11-30", refunds, { kind: "is", operand: "2026-11-30" }],
    [">=2026/1/5", refunds, { kind: ">=", operand: "2026/1/5" }],
    ["2024-02-29", refunds, { kind: "is", operand: "2024-02-29" }],
    ["< date(YYYY-MM-DD; -7)", refunds, { kind: "<", operand: "date(YYYY-MM-DD; -7)" }],
    ["<=date(YYYY-MM; 0)-31", refunds, { kind: "<=", operand: "date(YYYY-MM; 0)-31" }],
    ["Not Eligible", words, { kind: "is", operand: "Not Eligible" }],
    ["!not_eligible", words, { kind: "not", operand: "not_eligible" }],
    ["update(2)", tags, { kind: "is", operand: "update(2)" }],
    ["Date (Medjool)", tags, { kind: "is", operand: "Date (Medjool)" }],
  ])("%j is parsed", (text, siever, value) => {
    expect(parseValue(text, siever)).toEqual({ value });
  });

  it.each<[string, Siever, RegExp]>([
    ["", tags, /is empty/],
    ["   ", tags, /is empty/],
    ["!", tags, /nothing after the “!”/],
    ["! ", price, /nothing after the “!”/],
    ["<", price, /has nothing to compare with.*< 5\./],
    [">= ", refunds, /has nothing to compare with.*>= 2026-11-30\./],
    ["!<5", price, /opposite one/],
    ["! >=2026-01-01", refunds, /opposite one/],
    ["=5", price, /isn't a number/],
    ["5,5", price, /isn't a number.*a decimal point/],
    ["1e5", price, /isn't a number/],
    [".", price, /isn't a number/],
    ["<<5", price, /isn't a number/],
    ["date(MMM; 0)", price, /isn't a number/],
    ["30.11.2026", refunds, /couldn't be read as a date/],
    ["2026-11/30", refunds, /couldn't be read as a date/],
    ["2026-13-01", refunds, /couldn't be read as a date/],
    ["2026-02-29", refunds, /isn't a real date/],
    ["date(DD.MM.YYYY; 0)", refunds, /couldn't be read as a date/],
    ["2026-1date(M; 0)-01", refunds, /couldn't be read as a date/],
    ["shipped", words, /pending, fulfilled, partial or not eligible/],
    ["date(YYYY; 0)", words, /pending, fulfilled/],
    ["date(YYYY-MM-DD)", tags, /semicolon/],
    ["date(YYYY; 1; 2)", tags, /semicolon/],
    ["date(YYYY; 1", tags, /semicolon/],
    ["date(year; 1)", tags, /has no part of a date/],
    ["date(; 1)", tags, /has no part of a date/],
    ["date(YYYY; tomorrow)", tags, /whole number/],
    ["date(YYYY; 1.5)", tags, /whole number/],
    ["date(YYYY; 36501)", tags, /-36500 to 36500/],
    ["!w-date(YYYY; )", tags, /whole number/],
  ])("%j is rejected with advice", (text, siever, problem) => {
    expect(parseValue(text, siever)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

describe("date(format; daysDiff)", () => {
  /** 01:30 on 1 November in Athens, still October in UTC. */
  const days = createDatePartsLookup({ now: "2026-10-31T23:30:00Z", zone: "Europe/Athens" });

  it.each([
    ["date(YYYY-MM-DD; 0)", "2026-11-01"],
    ["date(YYYY/MM/DD;-1)", "2026/10/31"],
    ["date(D.M.YY; +4)", "5.11.26"],
    ["date(DD.MM.YYYY; 30)", "01.12.2026"],
    ["date(MMM D; 0)", "Nov 1"],
    ["date(YYYYMMDD; -365)", "20251101"],
    ["delivery: date(YYYY-MM-DD; 1) before noon", "delivery: 2026-11-02 before noon"],
    ["date(M; 0)/date(YY; 61)", "11/27"],
    ["Date( YYYY ; 0 )", "2026"],
    ["update(2) and no date", "update(2) and no date"],
    ["date(YYYY-MM-DD; -36500)", "1926-11-26"],
  ])("%j on the first of November is %j", (text, wanted) => {
    expect(replaceDateExpressions(text, days)).toBe(wanted);
  });

  it("counts calendar days across a clock change", () => {
    const before = createDatePartsLookup({ now: "2026-10-24T21:30:00Z", zone: "Europe/Athens" });
    expect(replaceDateExpressions("date(YYYY-MM-DD; 1)", before)).toBe("2026-10-26");
  });
});

it("parses days as comparable numbers, unless they are out of range", () => {
  expect(parseDayNumber("2026-11-20")).toBe(20_261_120);
  expect(parseDayNumber("2026/1/5")).toBe(20_260_105);
  expect(parseDayNumber("2026-11-32")).toBeUndefined();
  expect(parseDayNumber("26-11-20")).toBeUndefined();
});
