import { logIn } from "#tests/support/merchant.ts";
import { type DemoShop, shownAt } from "./demo-shop.ts";
import type { LivePage } from "./live-pages.ts";

/** Pages of a demo shop with a past, as docs/screens shows them. */
export const shopPages = async (shop: DemoShop): Promise<Record<(typeof shopPageNames)[number], LivePage>> => {
  const { sheaf, merchant, designId, liveDesignId, automationId } = shop;
  const page = (path: string, given: Partial<LivePage> = {}): LivePage => ({
    ...{ address: `${sheaf.url}${path}`, merchant, now: shownAt },
    ...given,
  });
  const reports = { shown: "What your file will look like" };
  return {
    "shop-reports": page("/Reports", reports),
    "shop-exports": page("/Reports", { ...reports, press: { button: /^Report exports/, heading: "Order lines" } }),
    "shop-newcomer": page("/Reports", { merchant: await logIn(sheaf, "borealis-demo"), shown: "Welcome to Sheaf" }),
    "shop-designer": page(`/Report/Design/${designId}`, { shown: "The last 50 orders" }),
    "shop-live": page(`/Live/${liveDesignId}`, { shown: "Refresh now" }),
    "shop-automations": page("/Automation", { shown: "All reports" }),
    "shop-automation": page(`/Automation/Edit/${automationId}`, { shown: "Schedule" }),
    "shop-history": page(`/Automation/History/${automationId}`, { shown: "Runs" }),
  };
};

export const shopPageNames = [
  "shop-reports",
  "shop-exports",
  "shop-newcomer",
  "shop-designer",
  "shop-live",
  "shop-automations",
  "shop-automation",
  "shop-history",
] as const;
