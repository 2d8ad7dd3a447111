import { type ShopFlag, shopFlags } from "#domain/shop/features.ts";
import { isShopName } from "#domain/shop/shop-name.ts";
import type { ShopAccount } from "#domain/shop/state.ts";

/** Shops by flag. */
export type ShopFlags = { readonly [Flag in ShopFlag]: readonly string[] };

const none: ShopFlags = { bundles: [], "meal-prep": [], "custom-columns": [] };

const demoShopFlags: ShopFlags = {
  bundles: ["borealis-demo"],
  "meal-prep": ["borealis-demo"],
  "custom-columns": ["aurora-demo", "borealis-demo", "cumulus-demo"],
};

export const defaultShopFlags = (demoStore: boolean): ShopFlags => (demoStore ? demoShopFlags : none);

const parts = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Parses `bundles=one-shop; custom-columns=one-shop,another-shop`; returns a text about what is wrong. */
export const parseShopFlags = (text: string): ShopFlags | string => {
  // A text of separators alone would take every flag from every shop.
  if (parts(text, ";").length === 0)
    return "names no flag; leave it out for those of the demo, or give one without shops, such as bundles=, for none at all";
  const shopsByFlag = new Map<ShopFlag, string[]>();
  for (const part of parts(text, ";")) {
    const [, named = part, list] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    const flag = shopFlags.find((known) => known === named.trim());
    if (flag === undefined)
      return `must name flags among ${shopFlags.join(", ")}, such as custom-columns=one-shop,another-shop; "${named.trim()}" isn't one of them`;
    if (list === undefined) return `must say which shops have ${flag}, such as ${flag}=one-shop,another-shop`;
    if (shopsByFlag.has(flag)) return `names ${flag} twice; name it once, with all its shops`;
    const shops = parts(list, ",");
    const wrong = shops.find((shop) => !isShopName(shop));
    if (wrong !== undefined)
      return `must have shops by the first part of their address, in lower case, such as one-shop; "${wrong}" isn't such a name`;
    shopsByFlag.set(flag, shops);
  }
  return { ...none, ...Object.fromEntries(shopsByFlag) };
};

/** Support's decision for each flag (ADR 102), else the setting's. */
export const resolveShopFlags = (
  setting: ShopFlags,
  { shop, flags }: Pick<ShopAccount, "shop" | "flags">,
): ShopFlag[] => shopFlags.filter((flag) => flags[flag] ?? setting[flag].includes(shop));
