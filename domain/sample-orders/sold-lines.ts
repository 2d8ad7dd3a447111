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
  return taxesOf(shop, 0).map(({ title, percent }, index) => ({
    title,
    rate: percent / 100,
    priceSet: money(sum(each.map((taxes) => taxes[index]?.amount ?? 0))),
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
        .map((value, index) => ({ name: optionNames[index] ?? "", value }));

const unitPricesOf = (price: number, units: number, charged: number, money: ToMoney): Partial<LineItem> => ({
  discountedUnitPriceSet: money(price),
  discountedUnitPriceAfterAllDiscountsSet: money(Math.round(charged / units)),
});

const unsentOf = ({ sent, cancelled }: OrderScenario, index: number, units: number): number => {
  if (sent === "all" || cancelled) return 0;
  return sent === "some" && index === 0 ? 0 : units;
};

/** Returns the lines of an order. `shopOffset`: the offset of this shop's goods from the scenario's. */
export const soldLines = (
  scenario: OrderScenario,
  id: number,
  shopOffset: number,
  shop: SampleShop,
  money: ToMoney,
): SoldLine[] =>
  scenario.lines.flatMap(([productIndex, variant, units], at) => {
    const product = goods[(productIndex + shopOffset) % goods.length];
    const kind = product?.variants[variant % product.variants.length];
    if (!product || !kind) return [];
    const total = product.price * units;
    const discount = Math.round((total * (scenario.discount?.percent ?? 0)) / 100);
    const tax = sum(taxesOf(shop, total - discount).map(({ amount }) => amount));
    const back = at === 0 ? (scenario.returned ?? 0) : 0;
    const key = `${goods.indexOf(product) + 1}`;
    const picture = { url: `${shop.picturesUrl}/${product.picture}.svg` };
    const line: LineItem = {
      id: `gid://shopify/LineItem/${id}${at + 1}`,
      title: product.title,
      name: kind.title === null ? product.title : `${product.title} - ${kind.title}`,
      variantTitle: kind.title,
      sku: kind.sku,
      vendor: product.vendor,
      quantity: units,
      currentQuantity: scenario.cancelled ? 0 : units - back,
      unfulfilledQuantity: unsentOf(scenario, at, units),
      nonFulfillableQuantity: scenario.cancelled ? units : 0,
      requiresShipping: true,
      taxable: true,
      isGiftCard: false,
      sellingPlan: scenario.note === undefined ? null : { name: "Every month" },
      duties: [],
      ...unitPricesOf(product.price, units, total - discount, money),
      originalUnitPriceSet: money(product.price),
      originalTotalSet: money(total),
      taxLines: taxesOf(shop, total - discount).map(({ title, percent, amount }) => ({
        title,
        rate: percent / 100,
        priceSet: money(amount),
      })),
      discountAllocations: discount > 0 ? [{ allocatedAmountSet: money(discount) }] : [],
      weight: { value: product.grams, unit: "GRAMS" },
      image: picture,
      product: {
        id: `gid://shopify/Product/${key}`,
        legacyResourceId: key,
        productType: product.productType,
        vendor: product.vendor,
        handle: product.picture,
        status: "ACTIVE",
        category: { id: `gid://shopify/TaxonomyCategory/${key}`, fullName: `Home & Garden > ${product.productType}` },
        tags: [...product.tags],
        onlineStoreUrl: `${shop.storeUrl}/products/${product.picture}`,
        collections: [{ id: `gid://shopify/Collection/${product.collection}`, title: product.collection }],
        featuredMedia: { preview: { image: picture } },
      },
      variant: {
        id: `gid://shopify/ProductVariant/${key}${variant}`,
        legacyResourceId: `${key}${variant}`,
        sku: kind.sku,
        price: money(product.price).shopMoney.amount,
        compareAtPrice: money(product.price + 500).shopMoney.amount,
        selectedOptions: optionsOf(kind.title),
        barcode: `20000${key}${variant}0001`,
        inventoryQuantity: product.stock,
        inventoryItem: {
          id: `gid://shopify/InventoryItem/${key}${variant}`,
          unitCost: { amount: money(product.cost).shopMoney.amount },
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
    return [{ line, good: product, units, total, discount, tax }];
  });
