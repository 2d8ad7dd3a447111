import type { LineItem, TaxLine } from "../orders/order.ts";
import { type Good, goods } from "./goods.ts";
import { type SampleShop, sum, type ToMoney } from "./sample-shop.ts";
import type { Story } from "./stories.ts";

/** A line with its amounts in hundredths. `tax`: in the prices where they hold it. */
export type Sold = { line: LineItem; good: Good; units: number; total: number; discount: number; tax: number };

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

/** The tax lines of some lines together. */
export const taxLinesOf = (shop: SampleShop, sold: readonly Sold[], money: ToMoney): TaxLine[] => {
  const each = sold.map(({ total, discount }) => taxesOf(shop, total - discount));
  return taxesOf(shop, 0).map(({ title, percent }, place) => ({
    title,
    rate: percent / 100,
    priceSet: money(sum(each.map((taxes) => taxes[place]?.amount ?? 0))),
  }));
};

const unsentOf = ({ sent, cancelled }: Story, place: number, units: number): number => {
  if (sent === "all" || cancelled) return 0;
  return sent === "some" && place === 0 ? 0 : units;
};

/** The lines of an order. `turn`: how far this shop's goods are from those of the story. */
export const soldLines = (story: Story, id: number, turn: number, shop: SampleShop, money: ToMoney): Sold[] =>
  story.lines.flatMap(([place, variant, units], at) => {
    const good = goods[(place + turn) % goods.length];
    const kind = good?.variants[variant % good.variants.length];
    if (!good || !kind) return [];
    const total = good.price * units;
    const discount = Math.round((total * (story.discount?.percent ?? 0)) / 100);
    const tax = sum(taxesOf(shop, total - discount).map(({ amount }) => amount));
    const back = at === 0 ? (story.returned ?? 0) : 0;
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
      currentQuantity: story.cancelled ? 0 : units - back,
      unfulfilledQuantity: unsentOf(story, at, units),
      nonFulfillableQuantity: story.cancelled ? units : 0,
      requiresShipping: true,
      isGiftCard: false,
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
        tags: [...good.tags],
        onlineStoreUrl: `${shop.storeUrl}/products/${good.picture}`,
        collections: [{ id: `gid://shopify/Collection/${good.collection}`, title: good.collection }],
        featuredMedia: { preview: { image: picture } },
      },
      variant: {
        id: `gid://shopify/ProductVariant/${key}${variant}`,
        barcode: `20000${key}${variant}0001`,
        inventoryQuantity: good.stock,
        inventoryItem: {
          id: `gid://shopify/InventoryItem/${key}${variant}`,
          unitCost: { amount: money(good.cost).shopMoney.amount },
        },
      },
      customAttributes: Object.entries({
        ...(story.attributes && { Engraving: "none" }),
        ...story.properties,
      }).map(([key, value]) => ({ key, value })),
      lineItemGroup:
        story.bundle === undefined
          ? null
          : { id: `gid://shopify/LineItemGroup/${id}`, title: story.bundle, quantity: 1 },
    };
    return [{ line, good, units, total, discount, tax }];
  });
