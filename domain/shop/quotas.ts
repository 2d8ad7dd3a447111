import { type Quotas, quotasOf } from "../tiers/tiers.ts";
import type { ShopAccount } from "./state.ts";

/** How many of each a shop may have: what support has set, else what its tier allows. */
export const quotasOfShop = ({ tier, quotas }: Pick<ShopAccount, "tier" | "quotas">): Quotas =>
  quotas ?? quotasOf(tier?.tier);

/** Most of each that support can give a shop: lists and orderings are made for so many. */
export const mostOfEach = 500;
