import type { LineItem, TaxLine } from "../orders/order.ts";
import { type Good, goods } from "./goods.ts";
import type { OrderScenario } from "./order-scenarios.ts";
import { type SampleShop, sum, type ToMoney } from "./sample-shop.ts";

/** Amounts are in hundredths. */
export type SoldLine = {
  line: LineItem;
  good: Good;
  units: number;
  total: number;
  discount: number;
  /** Tax, part of the prices if they include it. */
  tax: number;
};

const added = [
  { title: "State tax", percent: 6 },
  { title: "County tax", percent: 2 },
  { title: "City tax", percent: 1 },
];
const included = [{ title: "VAT", percent: 20 }];

const taxesOf = ({ taxesIncluded }: Pick<SampleShop, "taxesIncluded">, amount: number) =>
  (taxesIncluded ? included : added).map(({ title, percent }) => ({
    title,
    percent,
    amount: Math.round((amount * percent) / (taxesIncluded ? 100 + percent : 100)),
  }));

/** Returns the tax lines of some lines together. */
export const taxLinesOf = (shop: SampleShop, sold: readonly SoldLine[], money: ToMoney): TaxLine[] => {
  const each = sold.map(({ total, discount }) => taxesOf(shop, total - discount));
  return taxesOf(shop, 0).map(({ title, percent }, place) => ({
    title,
    rate: percent / 100,
    priceSet: money(sum(each.map((taxes) => taxes[place]?.amount ?? 0))),
  }));
};

const optionNames = ["Color", "Size", "Length"];

/** `White / M` is a color and a size. */
const optionsOf = (title: string | null) =>
  title === null
    ? [{ name: "Title", value: "Default Title" }]
    : title
        .split(" / ")
        .slice(0, 3)
        .map((value, place) => ({ name: optionNames[place] ?? "", value }));

const unitPricesOf = (price: number, units: number, charged: number, money: ToMoney): Partial<LineItem> => ({
  discountedUnitPriceSet: money(price),
  discountedUnitPriceAfterAllDiscountsSet: money(Math.round(charged / units)),
});

const unsentOf = ({ sent, cancelled }: OrderScenario, place: number, units: number): number => {
  if (sent === "all" || cancelled) return 0;
  return sent === "some" && place === 0 ? 0 : units;
};

/** Returns the lines of an order. `shopOffset`: the offset of this shop's goods from the scenario's. */
export const soldLines = (
  scenario: OrderScenario,
  id: number,
  shopOffset: number,
  shop: SampleShop,
  money: ToMoney,
): SoldLine[] =>
  scenario.lines.flatMap(([place, variant, units], at) => {
    const good = goods[(place + shopOffset) % goods.length];
    const kind = good?.variants[variant % good.variants.length];
    if (!good || !kind) return [];
    const total = good.price * units;
    const discount = Math.round((total * (scenario.discount?.percent ?? 0)) / 100);
    const tax = sum(taxesOf(shop, total - discount).map(({ amount }) => amount));
    const back = at === 0 ? (scenario.returned ?? 0) : 0;
    const key = `${goods.indexOf(good) + 1}`;
    const picture = { url: `${shop.picturesUrl}/${good.picture}.svg` };
    const line: LineItem = {
      id: `gid://shopify/LineItem/${id}${at + 1}`,
      title: good.title,
      name: kind.title === null ? good.title : `${good.title} - ${kind.title}`,
      variantTitle: kind.title,
      sku: kind.sku,
      vendor: good.vendor,
      quantity: units,
      currentQuantity: scenario.cancelled ? 0 : units - back,
      unfulfilledQuantity: unsentOf(scenario, at, units),
      nonFulfillableQuantity: scenario.cancelled ? units : 0,
      requiresShipping: true,
      taxable: true,
      isGiftCard: false,
      sellingPlan: scenario.note === undefined ? null : { name: "Every month" },
      duties: [],
      ...unitPricesOf(good.price, units, total - discount, money),
      originalUnitPriceSet: money(good.price),
      originalTotalSet: money(total),
      taxLines: taxesOf(shop, total - discount).map(({ title, percent, amount }) => ({
        title,
        rate: percent / 100,
        priceSet: money(amount),
      })),
      discountAllocations: discount > 0 ? [{ allocatedAmountSet: money(discount) }] : [],
      weight: { value: good.grams, unit: "GRAMS" },
      image: picture,
      product: {
        id: `gid://shopify/Product/${key}`,
        legacyResourceId: key,
        productType: good.productType,
        vendor: good.vendor,
        handle: good.picture,
        status: "ACTIVE",
        category: { id: `gid://shopify/TaxonomyCategory/${key}`, fullName: `Home & Garden > ${good.productType}` },
        tags: [...good.tags],
        onlineStoreUrl: `${shop.storeUrl}/products/${good.picture}`,
        collections: [{ id: `gid://shopify/Collection/${good.collection}`, title: good.collection }],
        featuredMedia: { preview: { image: picture } },
      },
      variant: {
        id: `gid://shopify/ProductVariant/${key}${variant}`,
        legacyResourceId: `${key}${variant}`,
        sku: kind.sku,
        price: money(good.price).shopMoney.amount,
        compareAtPrice: money(good.price + 500).shopMoney.amount,
        selectedOptions: optionsOf(kind.title),
        barcode: `20000${key}${variant}0001`,
        inventoryQuantity: good.stock,
        inventoryItem: {
          id: `gid://shopify/InventoryItem/${key}${variant}`,
          unitCost: { amount: money(good.cost).shopMoney.amount },
          harmonizedSystemCode: `6205${key}0`,
          countryCodeOfOrigin: "PT",
        },
      },
      customAttributes: Object.entries({
        ...(scenario.attributes && { Engraving: "none" }),
        ...scenario.properties,
      }).map(([key, value]) => ({ key, value })),
      lineItemGroup:
        scenario.bundle === undefined
          ? null
          : { id: `gid://shopify/LineItemGroup/${id}`, title: scenario.bundle, quantity: 1 },
    };
    return [{ line, good, units, total, discount, tax }];
  });
