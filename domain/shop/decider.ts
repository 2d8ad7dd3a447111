import type { Decider } from "../core/decider.ts";
import type { ShopCommand } from "./commands.ts";
import { decideShop } from "./decide.ts";
import type { ShopEvent } from "./events.ts";
import { evolveShop } from "./evolve.ts";
import type { ShopState } from "./state.ts";

/** Stream `shop-{tenant}`. */
export const shopDecider: Decider<ShopCommand, ShopEvent, ShopState> = {
  category: "shop",
  stateSchema: 8,
  initialState: { status: "unknown" },
  decide: decideShop,
  evolve: evolveShop,
};
