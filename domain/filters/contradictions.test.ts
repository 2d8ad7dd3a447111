import { describe, expect, it } from "vitest";
import { findCombination, findContradiction } from "./contradictions.ts";
import { SieverCode, sieverByCode } from "./sievers.ts";

const sieverOf = (code: SieverCode) => {
  const siever = sieverByCode.get(code);
  if (siever === undefined) throw new Error(`There is no siever ${code}.`);
  return siever;
};
const moment = { now: "2026-11-20T12:00:00Z", zone: "Europe/Athens" };
const { Price, OrderTags, RefundDate, NoteAttributes, Vendor } = SieverCode;

describe("several values of a field (R-17)", () => {
  it.each([
    [Price, ["10", "20"], "any"],
    [OrderTags, ["vip", "whole*"], "any"],
    [Price, [">10", "<20"], "all"],
    [Price, ["10", "!20"], "all"],
    [OrderTags, ["!vip", "!test"], "all"],
    [OrderTags, ["vip", "wholesale", "!test"], "any-and-all"],
    [Price, ["10"], null],
    // An unreadable value has its own error.
    [Price, ["10", "cheap"], null],
  ] as const)("for %s, %j combine as %s", (code, values, expected) => {
    expect(findCombination(sieverOf(code), values)).toBe(expected);
  });

  it.each([
    [Price, [">10", "<5"], [">10", "<5"]],
    [Price, [">=5", "<5"], [">=5", "<5"]],
    [Price, [">1", ">10", "<=9.5", "<20"], [">10", "<=9.5"]],
    [Price, [">10.0", ">=10", "<=10"], [">10.0", "<=10"]],
    [Price, ["3", ">10"], ["3", ">10"]],
    [Price, ["3", "4", ">10"], ["3", "4", ">10"]],
    [Price, ["10", "!10.00"], ["10", "!10.00"]],
    [Price, ["!*", ">5"], ["!*", ">5"]],
    [Price, ["*", "!*"], ["!*", "*"]],
    [OrderTags, ["vip", "!VIP"], ["vip", "!VIP"]],
    [OrderTags, ["vip", "!vi*"], ["vip", "!vi*"]],
    [Vendor, ["!*", "acme*"], ["!*", "acme*"]],
    [RefundDate, [">2026-11-10", "<2026-11-01"], [">2026-11-10", "<2026-11-01"]],
    [RefundDate, [">date(YYYY-MM-DD; 0)", "<2026-11-20"], [">date(YYYY-MM-DD; 0)", "<2026-11-20"]],
  ] as const)("for %s, %j can never hold together: %j", (code, values, expected) => {
    expect(findContradiction(sieverOf(code), values, moment)).toEqual(expected);
  });

  it.each([
    [Price, ["10", "20"]],
    [Price, [">=5", "<=5"]],
    [Price, ["3", "20", ">10"]],
    [Price, [">10", "<cheap"]],
    [OrderTags, ["vip", "wholesale", "!vip"]],
    [OrderTags, ["vip", "gold*", "!vip"]],
    [OrderTags, ["!*", "!vip"]],
    [NoteAttributes, ["gift:yes", "!ye*"]],
    // Two refunds of a line may be on different days.
    [RefundDate, ["2026-11-01", ">2026-11-10"]],
    [RefundDate, ["2026-11-01", "2026-11-02"]],
  ] as const)("for %s, %j may hold together", (code, values) => {
    expect(findContradiction(sieverOf(code), values, moment)).toBeNull();
  });
});
