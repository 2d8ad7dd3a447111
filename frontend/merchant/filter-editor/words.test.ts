import { describe, expect, it } from "vitest";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "#domain/enumerations.ts";
import { statusFields } from "#domain/filters/description/status-labels.ts";
import { toConditions } from "#domain/filters/fields.ts";
import { SieverCode, sieverByCode } from "#domain/filters/sievers.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import { filterFromWire, filterToWire } from "../resources/filters/editable-filter.ts";
import { fieldLabel } from "../resources/filters/field-label.ts";
import { formatValueInline } from "./values/describe-value.ts";
import { fieldValueText } from "./values/field-value-text.ts";

describe("a value in plain text", () => {
  it.each([
    [SieverCode.OrderTags, "vip", "vip"],
    [SieverCode.OrderTags, "!vip", "is not vip"],
    [SieverCode.OrderTags, "*", "has any value"],
    [SieverCode.OrderTags, "!*", "is empty"],
    [SieverCode.OrderTags, "<3", "<3"],
    [SieverCode.Quantity, ">=5", "at least 5"],
    [SieverCode.Quantity, "<= 5", "at most 5"],
    [SieverCode.Price, "!0", "is not 0"],
    [SieverCode.RefundDate, "<2026-11-20", "before 2026-11-20"],
    [SieverCode.RefundDate, ">=date(YYYY-MM-DD; -30)", "on or after 30 days ago"],
    [SieverCode.LineFulfillmentStatus, "!not_eligible", "is not “not eligible”"],
    [SieverCode.Quantity, "what?", "what?"],
  ])("%s %s is '%s'", (code, value, expected) => {
    const siever = sieverByCode.get(code);
    expect(siever && formatValueInline(value, siever)).toBe(expected);
  });
});

describe("the fields of a filter", () => {
  const filter: Filter = {
    id: "f1",
    title: "Paid",
    ordering: 2,
    order_filter_view: 0,
    financial_status: FinancialStatus.paid,
    fulfillment_status: FulfillmentStatus.any,
    order_status: OrderStatus.open,
    OrderSievers: [{ Field: 1001, Filter: ["vip", "!test"] }],
  };

  it("convert back to the same filter", () => {
    expect(filterToWire(filterFromWire(filter))).toEqual(filter);
    expect(toConditions(filterFromWire(filter).fields).sievers).toEqual({ 1001: ["vip", "!test"] });
  });

  it("have names and values in plain text", () => {
    expect(fieldLabel("OrderSievers.1001")).toBe("Tags (Order)");
    expect(fieldLabel("financial_status")).toBe("Financial status");
    expect(fieldValueText("OrderSievers.1001", ["vip", "!test"])).toBe("vip, is not test");
    expect(fieldValueText("OrderSievers.1001", [])).toBe("nothing");
    expect(fieldValueText("financial_status", FinancialStatus.unpaid)).toBe("Unpaid");
    expect(fieldValueText("title", "Paid")).toBe("Paid");
  });
});

it("every status has its own label", () => {
  const all = [FinancialStatus, FulfillmentStatus, OrderStatus];
  for (const [index, { labels }] of statusFields.entries()) {
    expect(labels.map(({ value }) => value)).toEqual(Object.values(all[index] ?? {}));
    expect(new Set(labels.map(({ label }) => label)).size).toBe(labels.length);
  }
});
