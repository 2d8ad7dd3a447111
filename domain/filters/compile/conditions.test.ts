import { describe, expect, it } from "vitest";
import { FinancialStatus } from "../../enumerations.ts";
import { SieverCode } from "../sievers.ts";
import { anyStatus, hasNoConditions, pickLineConditions } from "./conditions.ts";

describe("a filter keeps everything", () => {
  it("while it has neither a status nor a value", () => {
    expect(hasNoConditions({ ...anyStatus, sievers: {} })).toBe(true);
    expect(hasNoConditions({ ...anyStatus, sievers: { [SieverCode.Sku]: [] } })).toBe(true);
  });

  it("no longer with one of them", () => {
    expect(hasNoConditions({ ...anyStatus, financial_status: FinancialStatus.paid, sievers: {} })).toBe(false);
    expect(hasNoConditions({ ...anyStatus, sievers: { [SieverCode.Sku]: ["A"] } })).toBe(false);
  });
});

it("only the conditions on lines remain for individually chosen orders", () => {
  const sievers = { [SieverCode.OrderTags]: ["vip"], [SieverCode.Sku]: ["A"], [SieverCode.City]: ["Athens"] };
  expect(pickLineConditions({ ...anyStatus, financial_status: FinancialStatus.paid, sievers })).toEqual({
    ...anyStatus,
    sievers: { [SieverCode.Sku]: ["A"] },
  });
});
