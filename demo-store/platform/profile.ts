import type { DemoShop } from "../generate/shops.ts";

export const shopProfile = (shop: DemoShop) => ({
  id: `gid://shopify/Shop/${shop.platformId}`,
  name: shop.title,
  email: `owner@${shop.name}.example.com`,
  contactEmail: `hello@${shop.name}.example.com`,
  myshopifyDomain: `${shop.name}.myshopify.com`,
  url: shop.origin,
  ianaTimezone: shop.zone,
  currencyCode: shop.currency,
  currencyFormats: { moneyFormat: shop.moneyFormat, moneyWithCurrencyFormat: `${shop.moneyFormat} ${shop.currency}` },
  weightUnit: shop.weightUnit,
  taxesIncluded: shop.taxesIncluded,
  orderNumberFormatPrefix: shop.orderPrefix,
  orderNumberFormatSuffix: "",
  plan: { publicDisplayName: shop.plan, partnerDevelopment: false, shopifyPlus: shop.plan === "Plus" },
  createdAt: "2023-01-15T10:00:00Z",
});
