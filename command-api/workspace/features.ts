import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { resolveShopFeatures } from "#application/session/shop-features.ts";
import type { Features } from "#domain/shop/features.ts";
import type { CommandApiDeps } from "../deps.ts";

/** Features that the shop may use now. */
export const loadFeatures = async (
  deps: Pick<CommandApiDeps, "runner" | "config">,
  tenant: string,
): Promise<Features> => resolveShopFeatures(deps.config, await loadAuthorizedShop(deps, tenant));
