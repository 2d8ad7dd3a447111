import { expect, it } from "vitest";
import { type Siever, SieverCode, sieverByCode } from "#domain/filters/sievers.ts";
import type { Suggestions } from "#domain/wire/filters/suggestions.ts";
import { findSuspectValues } from "./suspect-values.ts";

const siever = (code: number): Siever => {
  const found = sieverByCode.get(code);
  if (found === undefined) throw new Error(`No siever ${code}.`);
  return found;
};
const tags = siever(SieverCode.OrderTags);
const offers = (values: string[], more: Partial<Suggestions> = {}): Suggestions => ({
  Values: values.map((Value) => ({ Value, Orders: 2 })),
  OrdersRead: 250,
  IsWhole: true,
  ...more,
});
const own = offers(["vip", "wholesale", "5*"]);

it("a value that no order has is questioned, with the likely value, negated if it was", () => {
  expect(findSuspectValues(["VIP", "wholsale", "!vpi", "summer", "5\\*"], tags, own)).toEqual([
    { value: "wholsale", text: "wholsale", meant: { word: "wholesale", value: "wholesale" } },
    { value: "!vpi", text: "vpi", meant: { word: "vip", value: "!vip" } },
    { value: "summer", text: "summer", meant: null },
  ]);
});

it("partial, relative, any, empty and erased values aren't questioned", () => {
  expect(findSuspectValues(["who*", "*", "!*", "date(YYYY; 0)", "\u001apv:0Zk3vQ8mT1yB7cJx5LwNsA"], tags, own)).toEqual(
    [],
  );
});

it("no value is questioned until the shop's values are known, or if no orders were read", () => {
  expect(findSuspectValues(["x"], tags, undefined)).toEqual([]);
  expect(findSuspectValues(["x"], tags, offers(["vip"], { OrdersRead: null }))).toEqual([]);
  expect(findSuspectValues(["x"], tags, offers([], { OrdersRead: 0 }))).toEqual([]);
});

it("only a value with a likely correction is questioned if more values may exist", () => {
  expect(findSuspectValues(["wholsale", "summer"], tags, { ...own, IsWhole: false }).map(({ text }) => text)).toEqual([
    "wholsale",
  ]);
  const countries = siever(SieverCode.Country);
  expect(findSuspectValues(["GR", "Grece"], countries, offers(["Greece"])).map(({ text }) => text)).toEqual(["Grece"]);
});

it.each([
  [SieverCode.BillingCountry, "Germany", "DE"],
  [SieverCode.Province, "Attica", "I"],
  [SieverCode.City, "Athens", "Lyon"],
  [SieverCode.ShippingMethod, "Express", "Pickup"],
])("field %i, which finds more than its suggestions like %s, doesn't question %s", (code, word, typed) => {
  expect(findSuspectValues([typed], siever(code), offers([word]))).toEqual([]);
});

it("an attribute isn't questioned if only its value is typed", () => {
  const notes = siever(SieverCode.NoteAttributes);
  expect(
    findSuspectValues(["yes", "gift:YES", "gift:yse"], notes, offers(["Gift:yes"])).map(({ meant }) => meant?.word),
  ).toEqual(["Gift:yes"]);
});
