import { getQuotas, type Quotas } from "../tiers/tiers.ts";
import type { ShopAccount } from "./state.ts";

/** Returns the shop's quotas: set by support, else its tier's. */
export const getShopQuotas = ({ tier, quotas }: Pick<ShopAccount, "tier" | "quotas">): Quotas =>
  quotas ?? getQuotas(tier?.tier);

/** Maximum of each quota that support can set. Lists and orderings are designed for it. */
export const maxSettableQuota = 500;
