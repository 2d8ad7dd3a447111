import type { Features } from "#domain/shop/features.ts";
import { loadAuthorizedShop } from "#infra/app/session/authorized-shop.ts";
import { featuresOfShop } from "#infra/app/shop-features.ts";
import type { CommandApiDeps } from "../deps.ts";

/** What the shop may use now. */
export const loadFeatures = async (
  deps: Pick<CommandApiDeps, "runner" | "config">,
  tenant: string,
): Promise<Features> => featuresOfShop(deps.config, await loadAuthorizedShop(deps, tenant));
