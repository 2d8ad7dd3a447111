import { describe, expect, it } from "vitest";
import { FinancialStatus } from "../../enumerations.ts";
import { SieverCode } from "../sievers.ts";
import { anyStatus, hasNoConditions, pickLineConditions } from "./conditions.ts";

describe("a filter", () => {
  it("has no conditions without a status or a value", () => {
    expect(hasNoConditions({ ...anyStatus, sievers: {} })).toBe(true);
    expect(hasNoConditions({ ...anyStatus, sievers: { [SieverCode.Sku]: [] } })).toBe(true);
  });

  it("has conditions with a status or a value", () => {
    expect(hasNoConditions({ ...anyStatus, financial_status: FinancialStatus.paid, sievers: {} })).toBe(false);
    expect(hasNoConditions({ ...anyStatus, sievers: { [SieverCode.Sku]: ["A"] } })).toBe(false);
  });
});

it("individually chosen orders keep only the conditions on lines", () => {
  const sievers = { [SieverCode.OrderTags]: ["vip"], [SieverCode.Sku]: ["A"], [SieverCode.City]: ["Athens"] };
  expect(pickLineConditions({ ...anyStatus, financial_status: FinancialStatus.paid, sievers })).toEqual({
    ...anyStatus,
    sievers: { [SieverCode.Sku]: ["A"] },
  });
});
