import { type Features, resolveFeatures } from "#domain/shop/features.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { Config } from "#infra/config/config.ts";
import { resolveShopFlags } from "#infra/config/shop-flags.ts";

/** Resolves a shop's features by its flags and preferences. */
export const resolveShopFeatures = (
  { SHOP_FLAGS }: Pick<Config, "SHOP_FLAGS">,
  shop: Pick<AuthorizedShop, "shop" | "flags" | "preferences">,
): Features =>
  resolveFeatures({ flags: resolveShopFlags(SHOP_FLAGS, shop), allowExperimental: shop.preferences.AllowExperimental });
