import { CATALOGUE_BASES, gid } from "./ids.ts";
import { decimalText, digitsOf } from "./money/money.ts";
import { createRandom, fraction, mix } from "./random.ts";
import type { DemoShop } from "./shops.ts";
import type { DemoProduct, DemoVariant, Image, Metafield } from "./types.ts";

export type CatalogueVariant = {
  variant: DemoVariant;
  /** Price per unit, minor units. */
  price: number;
  /** Weight per unit, grams. */
  grams: number;
  image: Image | null;
  /** Null for a product without options. */
  title: string | null;
};

export type CatalogueProduct = {
  product: DemoProduct;
  variants: CatalogueVariant[];
  requiresShipping: boolean;
  taxable: boolean;
  /** Deleted after its sale: its lines have neither product nor variant. */
  deleted: boolean;
};

const KINDS = [
  {
    type: "Shirts",
    words: ["Linen shirt", "Oxford shirt", "Überhemd"],
    options: ["Colour", "Size"],
    grams: 240,
    customs: "620520",
    category: "Apparel & Accessories > Clothing > Shirts & Tops",
  },
  {
    type: "Shoes",
    words: ["Trail shoe", "Espadrille", 'Sandale "Été"'],
    options: ["Size", "Colour"],
    grams: 820,
    customs: "640399",
    category: "Apparel & Accessories > Shoes",
  },
  {
    type: "Kitchen",
    words: ["Copper pan", "Mug, 0.3 l", "Φλιτζάνι"],
    options: [],
    grams: 610,
    customs: "691200",
    category: "Home & Garden > Kitchen & Dining",
  },
  {
    type: "Candles & Scents",
    words: ["@Home candle", "Bergamot room spray"],
    options: ["Scent"],
    grams: 300,
    customs: "340600",
    category: "Home & Garden > Decor > Home Fragrances",
  },
  {
    type: "Bags",
    words: ["Canvas tote", "+Size duffel", "帆布バッグ"],
    options: ["Colour"],
    grams: 450,
    customs: "420222",
    category: "Luggage & Bags",
  },
  {
    type: "Socks",
    words: ["=Equal= socks", "-20° wool socks"],
    options: ["Size", "Pattern", "Pack"],
    grams: 80,
    customs: "611595",
    category: "Apparel & Accessories > Clothing > Underwear & Socks",
  },
  {
    type: "Posters",
    words: ["Poster 🎨 “Sea”", "ملصق القهوة"],
    options: ["Size of frame"],
    grams: 150,
    customs: "491110",
    category: "Home & Garden > Decor > Artwork > Posters",
  },
  { type: "", words: ["Sample", "Mystery box"], options: [], grams: 200, customs: "950300", category: "Uncategorized" },
] as const;
const ORIGINS = ["PT", "IT", "TR", "VN", null] as const;
const VALUES: Record<string, readonly string[]> = {
  Colour: ["Blue", "Rot", "Σμαραγδί", "Black / White"],
  Size: ["S", "M", "L", "XL", "42", "0.5"],
  Scent: ["Lavender", "Cedar & Salt"],
  Pattern: ["Dots", "Stripes", "Plain"],
  Pack: ["1 pair", "3 pairs"],
  "Size of frame": ["30×40", "50×70", "A4"],
};
const VENDORS = ["Aster", "Bergmann & Co", "Çınar Atölye", "Delta; Goods", "=Equal Goods Ltd", "丸山製作所"];
const PRODUCT_TAGS = ["new", "summer", "sale", "eco", "handmade", "limited, edition", "Größe+", "バッグ"];
const COLLECTIONS = ["Frontpage", "Summer / Été", "Gifts under 50", "Home & Kitchen", "Last chance"];

const collectionOf = (index: number) => ({
  id: gid("Collection", CATALOGUE_BASES.Collection + index * 11),
  title: COLLECTIONS[index] ?? "Frontpage",
  handle: `collection-${index + 1}`,
});

const categoryOf = (fullName: string) => ({
  id: `gid://shopify/TaxonomyCategory/${fullName.toLowerCase().replace(/\W+/g, "-")}`,
  name: fullName.split(" > ").at(-1) ?? fullName,
  fullName,
});

const metafield = (id: number, key: string, value: string, type = "single_line_text_field"): Metafield => ({
  id: gid("Metafield", CATALOGUE_BASES.Metafield + id),
  namespace: "custom",
  key,
  value,
  type,
});

const MAX_VARIANTS = 128;

const makeVariants = (shop: DemoShop, index: number, kind: (typeof KINDS)[number] | null, base: number) => {
  const random = createRandom(mix(shop.seed, 70_000 + index));
  const digits = digitsOf(shop.currency);
  let combinations: { name: string; value: string }[][] = [[]];
  for (const name of kind?.options ?? []) {
    const values = (VALUES[name] ?? []).slice(0, random.int(2, 6));
    combinations = combinations.flatMap((chosen) => values.map((value) => [...chosen, { name, value }]));
  }
  const withSku = !random.chance(0.06);
  const withCost = !random.chance(0.1);
  return combinations.map((options, n): CatalogueVariant => {
    const id = index * MAX_VARIANTS + n;
    const price = kind ? base + n * Math.round(base / 50) : base * (n + 1);
    const cost = Math.round(price * (0.25 + random.next() * 0.35));
    const title = options.length === 0 ? null : options.map(({ value }) => value).join(" / ");
    // A few SKUs are shared. Some have the leading zeros that spreadsheets lose.
    const sku = random.chance(0.03) ? "0000123" : `${String(index + 1).padStart(4, "0")}-${n + 1}`;
    const draw = fraction(shop.seed, id, 51);
    const barcode = random.chance(0.3) ? null : `0${String(590_000_000_000 + id * 7).slice(0, 12)}`;
    const numeric = CATALOGUE_BASES.ProductVariant + id * 3;
    return {
      price,
      title,
      grams: kind ? kind.grams + (n % 3) * 15 : 0,
      image: n % 4 === 3 ? null : { url: `${shop.origin}/cdn/products/${index}-${n % 4}.png`, altText: title },
      variant: {
        id: gid("ProductVariant", numeric),
        legacyResourceId: String(numeric),
        title: title ?? "Default Title",
        sku: withSku ? sku : null,
        barcode,
        price: decimalText(price, digits),
        compareAtPrice: draw < 0.25 ? decimalText(Math.round(price * 1.25), digits) : null,
        selectedOptions: options.length === 0 ? [{ name: "Title", value: "Default Title" }] : options,
        inventoryQuantity: random.int(-4, 240),
        inventoryItem: {
          id: gid("InventoryItem", CATALOGUE_BASES.InventoryItem + id * 3),
          tracked: kind !== null,
          unitCost: withCost && kind ? { amount: decimalText(cost, digits), currencyCode: shop.currency } : null,
          harmonizedSystemCode: kind === null || draw > 0.8 ? null : kind.customs,
          countryCodeOfOrigin: kind === null ? null : (ORIGINS[index % ORIGINS.length] ?? null),
        },
        metafields: random.chance(0.2) ? [metafield(id * 4 + 1, "shelf", `R${(n % 9) + 1}-${index}`)] : [],
      },
    };
  });
};

/** Index of the first gift card. Two in a hundred are gift cards, and every shop has at least one. */
export const firstGiftCard = 7;

const makeProduct = (shop: DemoShop, index: number): CatalogueProduct => {
  const random = createRandom(mix(shop.seed, 60_000 + index));
  const giftCard = index % 50 === firstGiftCard;
  const digital = !giftCard && index % 40 === 11;
  const kind = giftCard ? null : (KINDS[index % KINDS.length] ?? KINDS[0]);
  const word = kind ? (kind.words[Math.floor(index / KINDS.length) % kind.words.length] ?? kind.type) : "Gift card";
  const title = giftCard ? "Gift card" : digital ? `${word} (download)` : `${word} ${Math.floor(index / 24) + 1}`;
  const level = shop.priceLevel * (0.3 + random.next() * random.next() * 4);
  const whole = 10 ** digitsOf(shop.currency);
  const base = giftCard ? Math.round(shop.priceLevel / 2 / whole) * whole : Math.max(1, Math.round(level / 5) * 5 - 1);
  const numeric = CATALOGUE_BASES.Product + index * 5;
  const handle = `product-${index + 1}`;
  const published = !random.chance(0.08);
  const tags = PRODUCT_TAGS.filter(() => random.chance(0.2));
  const collections = COLLECTIONS.flatMap((_, n) => (random.chance(0.3) ? [collectionOf(n)] : []));
  const image = random.chance(0.92) ? { url: `${shop.origin}/cdn/products/${index}.png`, altText: title } : null;
  return {
    requiresShipping: !giftCard && !digital,
    taxable: !giftCard,
    deleted: index % 25 === 24,
    variants: makeVariants(shop, index, kind, base),
    product: {
      id: gid("Product", numeric),
      legacyResourceId: String(numeric),
      title,
      handle,
      category: kind ? categoryOf(kind.category) : null,
      productType: giftCard ? "Gift Cards" : (kind?.type ?? ""),
      vendor: VENDORS[index % VENDORS.length] ?? "Aster",
      tags,
      status: published ? "ACTIVE" : "ARCHIVED",
      isGiftCard: giftCard,
      createdAt: "2023-05-04T09:00:00Z",
      onlineStoreUrl: published ? `${shop.origin}/products/${handle}` : null,
      featuredMedia: image ? { id: gid("MediaImage", CATALOGUE_BASES.MediaImage + index), preview: { image } } : null,
      collections,
      metafields: random.chance(0.3)
        ? [
            metafield(index * 4, "material", index % 2 === 0 ? "Linen, 55 %" : "=wool"),
            metafield(index * 4 + 2, "care", "Wash cold.\nDo not iron.", "multi_line_text_field"),
          ]
        : [],
    },
  };
};

const catalogues = new WeakMap<DemoShop, CatalogueProduct[]>();

/** The shop's products, generated once per shop object. */
export const catalogueOf = (shop: DemoShop): readonly CatalogueProduct[] => {
  const known = catalogues.get(shop);
  if (known) return known;
  const products = Array.from({ length: shop.products }, (_, index) => makeProduct(shop, index));
  catalogues.set(shop, products);
  return products;
};

/** Returns the product with this numeric id; undefined if there is none or it was deleted. */
export const productByNumber = (shop: DemoShop, id: number): CatalogueProduct | undefined => {
  const product = catalogueOf(shop)[(id - CATALOGUE_BASES.Product) / 5];
  return product?.deleted ? undefined : product;
};

/**
 * Returns the variant with this numeric id. `base` says whether it is a variant's id or an inventory item's. Undefined
 * if there is none.
 */
export const variantByNumber = (shop: DemoShop, id: number, base: number): CatalogueVariant | undefined => {
  const index = (id - base) / 3;
  const product = catalogueOf(shop)[Math.floor(index / MAX_VARIANTS)];
  return product?.deleted ? undefined : product?.variants[index % MAX_VARIANTS];
};
