import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { catalogue, columnByKey } from "../columns/catalogue.ts";
import { groupingsOffered } from "../designs/validate.ts";
import { Grouping, WorksheetSplitter } from "../enumerations.ts";
import { isAllowed } from "../groupings/allowed.ts";
import { createPreview } from "../reports/preview.ts";
import { defaultPreferences } from "../shop/preferences.ts";
import { sumDecimals } from "../text/decimal.ts";
import { sampleOrders } from "./sample-orders.ts";
import type { SampleShop } from "./sample-shop.ts";

const athens: SampleShop = {
  seed: "nimbus-demo",
  currencyCode: "EUR",
  taxesIncluded: true,
  storeUrl: "https://nimbus.example",
  picturesUrl: "https://sheaf.example/sample-products",
  now: "2026-11-20T12:00:00Z",
};

const cellsOf = async (shop: SampleShop, grouping: (typeof groupingsOffered)[number]) => {
  const keys = catalogue
    // A status of one's own is set by the merchant, never by an order.
    .filter((column) => column.level !== "blank" && column.ownData === undefined && isAllowed(column, grouping))
    .map(({ key }) => key);
  const columns = keys.map((column) => ({ column, title: null, width: null, format: null }));
  const preview = createPreview({
    design: { grouping, columns, sortedBy: null, splitter: WorksheetSplitter.None },
    columnByKey,
    context: {
      period: { from: null, to: shop.now },
      adminUrl: `${shop.storeUrl}/admin`,
      ianaTimezone: "Europe/Athens",
      currencyDecimals: 2,
      weightUnit: "KILOGRAMS",
    },
    locale: "en",
    preferences: defaultPreferences,
  });
  for (const order of sampleOrders(shop)) await preview.add(order, order.lineItems ?? []);
  const { sheets } = await preview.end();
  const rows = sheets.flatMap((sheet) => sheet.rows);
  return new Map(keys.map((key, place) => [key, rows.map(({ cells }) => cells[place] ?? null)]));
};

describe("sample orders", () => {
  it.each(groupingsOffered)("show something in every column of grouping %s", async (grouping) => {
    const [taxesAdded, taxesIncluded] = await Promise.all([
      cellsOf({ ...athens, taxesIncluded: false }, grouping),
      cellsOf(athens, grouping),
    ]);
    const empty = (cells: Map<string, (string | null)[]>) =>
      [...cells].filter(([, of]) => of.every((cell) => cell === null)).map(([key]) => key);
    // Nothing of a cancelled order was sent, and the only bundle still waits.
    const sentOnly = grouping === Grouping.Fulfillments ? ["BundleTitle", "CancelledDate", "CancelReason"] : [];
    expect(empty(taxesAdded)).toEqual(sentOnly);
    // Where prices hold their tax there is one.
    expect(empty(taxesIncluded).filter((key) => !/Tax(Line)?[23]/.test(key))).toEqual(sentOnly);
  });

  it("are the same all day, but differ between shops", () => {
    expect(sampleOrders({ ...athens, now: "2026-11-20T23:59:59Z" })).toEqual(sampleOrders(athens));
    const other = sampleOrders({ ...athens, seed: "aurora-demo" });
    expect(other.map(({ lineItems }) => lineItems?.[0]?.title)).not.toEqual(
      sampleOrders(athens).map(({ lineItems }) => lineItems?.[0]?.title),
    );
  });

  it("have images that exist", () => {
    const folder = new URL("../../frontend/merchant/public/sample-products/", import.meta.url);
    const urls = sampleOrders(athens).flatMap(({ lineItems }) => lineItems?.map(({ image }) => image?.url ?? "") ?? []);
    const missing = urls.filter((url) => !existsSync(new URL(url.replace(`${athens.picturesUrl}/`, ""), folder)));
    expect([urls.length > 5, missing]).toEqual([true, []]);
  });

  it("are from before the current day, newest first", () => {
    const made = sampleOrders(athens).map(({ createdAt }) => createdAt ?? "");
    expect(made[0]).toBe("2026-11-19T21:00:00Z");
    expect(made).toEqual(made.toSorted().reverse());
  });

  it("are in the shop's currency, with its number of decimals", () => {
    const amounts = (currencyCode: string) =>
      sampleOrders({ ...athens, currencyCode }).map(({ totalPriceSet }) => totalPriceSet?.shopMoney.amount ?? "");
    expect(amounts("EUR").some((amount) => amount.includes("."))).toBe(true);
    expect(amounts("JPY").every((amount) => /^\d+$/.test(amount))).toBe(true);
    expect(sampleOrders({ ...athens, currencyCode: "JPY" })[0]?.currencyCode).toBe("JPY");
  });

  it.each([true, false])("add up: subtotal, shipping and tax make the total (taxes included: %s)", (taxesIncluded) => {
    for (const order of sampleOrders({ ...athens, taxesIncluded })) {
      const { subtotalPriceSet, totalShippingPriceSet, totalTaxSet, totalPriceSet, taxLines } = order;
      const amount = (money: { shopMoney: { amount: string } } | null | undefined) => money?.shopMoney.amount ?? "?";
      const parts = [amount(subtotalPriceSet), amount(totalShippingPriceSet)];
      expect(sumDecimals(taxesIncluded ? parts : [...parts, amount(totalTaxSet)])).toBe(amount(totalPriceSet));
      expect(sumDecimals((taxLines ?? []).map(({ priceSet }) => amount(priceSet)))).toBe(amount(totalTaxSet));
    }
  });

  it("were agreed on for their total, less what was refunded", () => {
    for (const { agreements, createdAt, totalPriceSet, totalRefundedSet } of sampleOrders(athens)) {
      const [sold, ...back] = (agreements ?? []).map(({ sales }) =>
        sumDecimals((sales ?? []).map(({ totalAmount }) => totalAmount?.shopMoney.amount ?? "?")),
      );
      expect([sold, agreements?.[0]?.happenedAt]).toEqual([totalPriceSet?.shopMoney.amount, createdAt]);
      expect(sumDecimals([...back, totalRefundedSet?.shopMoney.amount ?? "?"])).toMatch(/^0(\.0+)?$/);
    }
  });
});
