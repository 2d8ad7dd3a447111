import { getQuotas, type Quotas } from "../tiers/tiers.ts";
import type { ShopAccount } from "./state.ts";

/** Returns quotas set by support, else the tier's. */
export const getShopQuotas = ({ tier, quotas }: Pick<ShopAccount, "tier" | "quotas">): Quotas =>
  quotas ?? getQuotas(tier?.tier);

/** Support can set each quota up to this. Lists and orderings are designed for it. */
export const maxSettableQuota = 500;
