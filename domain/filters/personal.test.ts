import { describe, expect, it } from "vitest";
import { compileFilter } from "./compile/compile-filter.ts";
import { anyStatus } from "./compile/conditions.ts";
import { nativeConditions } from "./compile/native.ts";
import { describeFilter } from "./description/describe-filter.ts";
import {
  detokenize,
  detokenizeValue,
  erasedReference,
  isErased,
  listReferences,
  splitPlaintext,
  tokenizeErased,
} from "./personal.ts";
import { SieverCode, sievers } from "./sievers.ts";
import { validateFilterContent } from "./validate.ts";

const { Email, OrderTags, NoteAttributes, Sku } = SieverCode;
const reference = "pv:0Zk3vQ8mT1yB7cJx5LwNsA";
const none = new Map<string, string>();
const moment = { now: "2026-11-20T10:00:00.000Z", zone: "UTC" };

it("sievers of customer input and of texts on orders and customers are personal", () => {
  const labels = sievers.filter(({ personal }) => personal).map(({ group, label }) => `${group} ${label}`);
  expect(labels).toEqual([
    "Order Tags",
    "Order Location",
    "Order Note Attributes",
    "Order Tracking Number",
    "Order Note",
    "Order line Discount Codes",
    "Order line Properties",
    "Customer Tags",
    "Customer City",
    "Customer Email",
    "Customer ZIP Code",
    "Customer Company",
  ]);
});

it.each([
  ["ann@example.com", "", "ann@example.com"],
  ["!ann@example.com", "!", "ann@example.com"],
  [" ! ann ", " ! ", "ann "],
  ["two\nlines", "", "two\nlines"],
  ["*", "*", ""],
  ["!*", "!*", ""],
  ["!", "!", ""],
])("of %j, the operator %j stays and the text %j goes into the vault", (value, sign, words) => {
  expect(splitPlaintext(value)).toEqual({ sign, words, after: "" });
});

it("restores the plaintext of personal values behind their operator, and leaves other sievers unchanged", () => {
  const texts = new Map([[reference, "ann@example.com"]]);
  const kept = { ...anyStatus, sievers: { [Email]: [`! ${reference}`, "*"], [Sku]: [reference] } };
  expect(detokenize(kept, texts).sievers).toEqual({ [Email]: ["! ann@example.com", "*"], [Sku]: [reference] });
  expect(listReferences(kept.sievers, { [OrderTags]: [reference] })).toEqual([reference]);
});

describe("an erased value", () => {
  const erased = detokenizeValue(reference, none);
  const order = { id: "gid://shopify/Order/1", email: "ann@example.com", tags: ["vip"] };
  const keeps = (...values: string[]) =>
    compileFilter({ ...anyStatus, sievers: { [Email]: values } }, moment).keepsOrder(order as never);

  it("is recognized as erased and keeps its reference", () => {
    expect([isErased(erased), isErased(`!${erased}`), isErased("Erased"), isErased(reference)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(erasedReference(`!${erased}`)).toBe(reference);
    expect(tokenizeErased(`! ${erased}`)).toBe(`! ${reference}`);
  });

  it("matches nothing, excludes nothing if negated, and does not affect the other values", () => {
    expect(keeps(erased)).toBe(false);
    expect(keeps(`!${erased}`)).toBe(true);
    expect(keeps(erased, "ann@example.com")).toBe(true);
    const attributes = { ...anyStatus, sievers: { [NoteAttributes]: [erased] } };
    const noted = { ...order, customAttributes: [{ key: "a", value: reference }] };
    expect(compileFilter(attributes, moment).keepsOrder(noted as never)).toBe(false);
  });

  it("is not searched for in the store", () => {
    const tags = { ...anyStatus, sievers: { [OrderTags]: [erased, "vip"] } };
    expect(nativeConditions(tags, moment)).toEqual({ query: "", exact: false });
  });

  it("passes validation and is described as erased", () => {
    const sieved = { [Email]: [erased, `!${erased}`] };
    expect(validateFilterContent({ ...anyStatus, title: "t", sievers: sieved })).toEqual([]);
    expect(describeFilter({ ...anyStatus, sievers: sieved })).toBe(
      "Orders whose email address is an erased value and whose email address is not an erased value.",
    );
  });
});

it("a rejected personal value is named by its position, and quoted only to its author", () => {
  const content = { ...anyStatus, title: "t", sievers: { [Email]: ["bob", "ann@example.com", "ANN@example.com"] } };
  expect(validateFilterContent(content, "discreet")[0]?.message).toBe(
    "Email (Customer): value 3 means the same as value 2. Remove one.",
  );
  expect(validateFilterContent(content)[0]?.message).toContain("“ANN@example.com” means the same");
  const goods = { ...content, sievers: { [Sku]: ["a", "A"] } };
  expect(validateFilterContent(goods, "discreet")[0]?.message).toContain("“A” means the same as “a”");
  expect(validateFilterContent(goods, "placed")[0]?.message).toBe(
    "SKU (Variant): value 2 means the same as value 1. Remove one.",
  );
});
