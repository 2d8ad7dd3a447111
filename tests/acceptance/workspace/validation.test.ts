import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SieverCode } from "#domain/filters/sievers.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import { fieldsIn, startWorkspace, type Workspace } from "./support.ts";

/**
 * S-1.5 (validation), R-2, R-17, R-18, R-26: a wrong value is 400, and the response names the field in words and for
 * programs.
 */

let workspace: Workspace;
let merchant: Awaited<ReturnType<Workspace["givenMerchant"]>>;
let filter: Filter;
let etag = "";
beforeAll(async () => {
  workspace = await startWorkspace();
  merchant = await workspace.givenMerchant();
  const { id } = await merchant.create();
  ({ filter, etag } = await merchant.read(id));
});
afterAll(() => workspace.close());

const save = (changes: object) => merchant.save({ ...filter, ...changes }, etag);
const saveValues = (Field: number, Filter: unknown[]) => save({ OrderSievers: [{ Field, Filter }] });

describe("a title is refused", () => {
  it.each([
    ["when it is missing", "", /needs a title/],
    ["when it is blank", "   ", /needs a title/],
    ["over 50 characters", "x".repeat(51), /at most 50 characters, and this one has 51/],
    ["with a <", "a<b", /cannot contain < or >/],
    ["with a >", "a>b", /cannot contain < or >/],
    ["with a line break", "a\nb", /control characters/],
  ])("%s", async (_name, title, words) => {
    const reply = await save({ title });
    expect([reply.status, fieldsIn(reply)]).toEqual([400, ["title"]]);
    expect(reply.envelope.ErrorMessage).toMatch(words);
  });

  it("but not with 50 characters of two code units each", async () => {
    const one = await workspace.givenMerchant("fifty-shop");
    const own = await one.create();
    expect((await one.save({ ...own, title: "🧾".repeat(50) })).data.title).toBe("🧾".repeat(50));
  });
});

describe("values are refused at their field", () => {
  it.each<[string, number, string[], RegExp]>([
    ["an empty one", SieverCode.OrderTags, ["vip", ""], /^Tags \(Order\): .* empty/],
    ["a blank one", SieverCode.OrderTags, ["  "], /^Tags \(Order\): .* empty/],
    ["a duplicate", SieverCode.Vendor, ["Aster", "Aster"], /^Vendor \(Product\): value 2 is listed twice/],
    ["one that differs only in case", SieverCode.Vendor, ["Aster", " aster"], /^Vendor \(Product\): .* the same as/],
    ["one with 256 characters", SieverCode.Sku, ["x".repeat(256)], /^SKU \(Variant\): .* at most 255 characters/],
    ["one with a tab", SieverCode.City, ["New\tYork"], /^City \(Customer\): .* control character/],
    ["one with a line break", SieverCode.City, ["New\nYork"], /^City \(Customer\): .* control character/],
    ["a property with a tab", SieverCode.Properties, ["New\tYork"], /^Properties \(Order line\): .* control character/],
    ["501 of them", SieverCode.Sku, Array.from({ length: 501 }, (_, n) => `s${n}`), /^SKU \(Variant\): .*500.*501/],
    ["a lone !", SieverCode.CustomerTags, ["!"], /^Tags \(Customer\): .* has nothing after the “!”/],
    ["a number that isn't one", SieverCode.Quantity, ["many"], /^Quantity \(Order line\): value 1 isn't a number/],
    [
      "a comparison without a number",
      SieverCode.Price,
      [">="],
      /^Price \(Order line\): .* has nothing to compare with/,
    ],
    ["a negated comparison", SieverCode.TotalWeight, ["!<5"], /^Total Weight grams \(Order\): .* opposite/],
    [
      "a date that isn't one",
      SieverCode.RefundDate,
      ["yesterday"],
      /^Refund Date \(Order line\): .* couldn't be read as a date/,
    ],
    ["a date that doesn't exist", SieverCode.RefundDate, ["2026-02-30"], /isn't a real date/],
    ["a date() without a format", SieverCode.RefundDate, ["date(; 1)"], /^Refund Date \(Order line\): /],
    ["a date() with an invalid number of days", SieverCode.ProductTitle, ["date(YYYY; soon)"], /^Title \(Product\): /],
    ["a status outside the list", SieverCode.LineFulfillmentStatus, ["lost"], /^Fulfillment Status \(Order line\): /],
    ["a status outside the list, negated", SieverCode.LineFulfillmentStatus, ["!lost"], /isn't a fulfillment status/],
  ])("%s", async (_name, field, values, words) => {
    const reply = await saveValues(field, values);
    expect([reply.status, fieldsIn(reply)]).toEqual([400, [`OrderSievers.${field}`]]);
    expect(reply.envelope.ErrorMessage).toMatch(words);
    expect(reply.envelope.ErrorMessage).toMatch(/\.$/);
  });

  it("10,000 values of the maximum length at once, for their number rather than their size", async () => {
    const values = Array.from({ length: 10_000 }, (_, n) => `${n} `.padEnd(255, "x"));
    const reply = await saveValues(SieverCode.Sku, values);
    expect([reply.status, fieldsIn(reply)]).toEqual([400, ["OrderSievers.4000"]]);
    expect(reply.envelope.ErrorMessage).toBe(
      "SKU (Variant): a field holds at most 500 values, and this one has 10,000. Remove some.",
    );
  });

  it("but 500 of 255 characters are accepted", async () => {
    const one = await workspace.givenMerchant("full-shop");
    const own = await one.create();
    const values = Array.from({ length: 500 }, (_, n) => `${n} `.padEnd(255, "ß"));
    const reply = await one.save({ ...own, OrderSievers: [{ Field: SieverCode.Sku, Filter: values }] });
    expect(reply.data.OrderSievers).toEqual([{ Field: SieverCode.Sku, Filter: values }]);
  });

  it("every field full at once, at the largest of them, with nothing saved", async () => {
    const Filter = Array.from({ length: 500 }, (_, n) => `${n} `.padEnd(255, "x"));
    const texts = [1000, 1001, 1002, 1003, 2001, 2002, 3000, 3001, 3002, 3003, 3004, 4000, 5000, 5001, 5002, 5003];
    const reply = await save({ OrderSievers: texts.map((Field) => ({ Field, Filter })) });
    expect([reply.status, fieldsIn(reply)]).toEqual([400, ["OrderSievers.1000"]]);
    expect(reply.envelope.ErrorMessage).toBe(
      "Sales Channel (Order): a filter's values can take up to 400 kB together. With these they would take 2,065. Remove some, or put them into a filter of their own.",
    );
    expect((await merchant.read(filter.id)).filter.OrderSievers).toEqual([]);
  });

  it("at the field that makes a filter too large; the stored one can be cloned, emptied and restored", async () => {
    const one = await workspace.givenMerchant("heavy-shop");
    const own = await one.create();
    const OrderSievers = [1001, 3003, 4000, 5002].map((Field) => ({
      Field,
      Filter: Array.from({ length: 500 }, (_, n) => `${n} `.padEnd(255, "x")),
    }));
    for (const fields of [1, 2, 3])
      expect((await one.save({ ...own, OrderSievers: OrderSievers.slice(0, fields) })).status).toBe(200);
    expect(fieldsIn(await one.save({ ...own, OrderSievers }))).toEqual(["OrderSievers.5002"]);
    const full = await one.read(own.id);
    expect((await one.call<Filter>("POST", "filters/clone", own.id)).data.OrderSievers).toHaveLength(3);
    expect((await one.save({ ...own, OrderSievers: [] })).data.OrderSievers).toEqual([]);
    const version = Number(JSON.parse(full.etag));
    const restored = await one.call<{ Item: Filter }>("POST", "filters/restore", { id: own.id, version });
    expect(restored.data.Item.OrderSievers).toEqual(full.filter.OrderSievers);
  });

  it("at several fields at once, each named", async () => {
    const reply = await save({
      title: "",
      OrderSievers: [
        { Field: SieverCode.Price, Filter: ["cheap"] },
        { Field: SieverCode.OrderTags, Filter: ["vip"] },
        { Field: SieverCode.Sku, Filter: [""] },
      ],
    });
    expect([reply.status, fieldsIn(reply)]).toEqual([400, ["title", "OrderSievers.2005", "OrderSievers.4000"]]);
  });

  it("for a NUL character, with its place in the body", async () => {
    const reply = await saveValues(SieverCode.Sku, ["a", "b\0c"]);
    expect(reply.status).toBe(400);
    expect(reply.envelope.ErrorMessage).toMatch(/^OrderSievers, entry 1\.Filter, entry 2 contains a NUL character/);
  });

  it("for one that isn't text", async () => {
    const reply = await saveValues(SieverCode.Sku, ["a", 5]);
    expect(reply.status).toBe(400);
    expect(reply.envelope.ErrorMessage).toBe("OrderSievers, entry 1.Filter, entry 2 must be text.");
  });
});

describe("a field is refused", () => {
  it.each([1, 999, 1012, 2006, 6000, -1000, 1001.5])("under the unknown code %s", async (code) => {
    const reply = await saveValues(code, ["x"]);
    expect([reply.status, fieldsIn(reply)]).toEqual([400, [`OrderSievers.${code}`]]);
    expect(reply.envelope.ErrorMessage).toContain(String(code));
  });

  it("even without values under an unknown code", async () => {
    expect((await saveValues(1012, [])).status).toBe(400);
  });

  it("if it is sent twice", async () => {
    const Field = SieverCode.OrderTags;
    const reply = await save({
      OrderSievers: [
        { Field, Filter: ["a"] },
        { Field, Filter: ["b"] },
      ],
    });
    expect([reply.status, fieldsIn(reply)]).toEqual([400, ["OrderSievers.1001"]]);
    expect(reply.envelope.ErrorMessage).toMatch(/^Tags \(Order\): the field was sent twice/);
  });

  it.each([
    ["financial_status", 15],
    ["financial_status", "paid"],
    ["fulfillment_status", 5],
    ["order_status", -1],
    ["order_filter_view", 3],
    ["OrderSievers", "tags"],
    ["id", 7],
  ])("when %s is %s", async (field, value) => {
    const reply = await save({ [field]: value });
    expect(reply.status).toBe(400);
    expect(reply.envelope.ErrorMessage).toContain(field);
  });
});

describe("an order of filters is refused", () => {
  it.each([
    ["a text", "a,b", /^The body must be a list/],
    ["a list of numbers", [1, 2], /^Entry 1 must be text/],
    ["an object without ids", { list: [] }, /\{"ids": …\}/],
  ])("when it is %s", async (_name, body, words) => {
    const reply = await merchant.call("PUT", "filters/set-ordering", body);
    expect(reply.status).toBe(400);
    expect(reply.envelope.ErrorMessage).toMatch(words);
  });
});

it("none of these is saved", async () => {
  expect((await merchant.read(filter.id)).filter).toEqual(filter);
});
