import type { Channel } from "./customers.ts";
import { locationsOf } from "./delivery.ts";
import type { DemoShop } from "./shops.ts";
import type { DemoOrder } from "./types.ts";

type Source = Pick<DemoOrder, "sourceName" | "app" | "attribution" | "publication">;

/** Drafts have no channel. */
const SOURCES: Record<Channel, Source> = {
  web: {
    sourceName: "web",
    app: { id: "gid://shopify/OrderApp/580111", name: "Online Store" },
    attribution: { handle: "web", displayName: "Online Store" },
    publication: {
      id: "gid://shopify/Publication/101",
      catalog: { id: "gid://shopify/AppCatalog/201", title: "Online Store" },
    },
  },
  pos: {
    sourceName: "pos",
    app: { id: "gid://shopify/OrderApp/129785", name: "Point of Sale" },
    attribution: { handle: "pos", displayName: "Point of Sale" },
    publication: {
      id: "gid://shopify/Publication/102",
      catalog: { id: "gid://shopify/AppCatalog/202", title: "Point of Sale" },
    },
  },
  draft: {
    sourceName: "shopify_draft_order",
    app: { id: "gid://shopify/OrderApp/1354745", name: "Draft Orders" },
    attribution: null,
    publication: null,
  },
  market: {
    sourceName: "347082227713",
    app: { id: "gid://shopify/OrderApp/347082227713", name: "Harbour Market" },
    attribution: { handle: "harbour-market", displayName: "Harbour Market, EU" },
    publication: null,
  },
};

export const sourceOf = (shop: DemoShop, channel: Channel): Source & Pick<DemoOrder, "retailLocation"> => ({
  ...SOURCES[channel],
  retailLocation: channel === "pos" ? (locationsOf(shop)[0] ?? null) : null,
});
