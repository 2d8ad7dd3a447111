import { ExportStatus } from "#domain/enumerations.ts";
import { collections, type ShopDocument } from "#domain/read-models/documents.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { ShopState } from "#domain/shop/state.ts";
import { quotasOf, type Tier } from "#domain/tiers/tiers.ts";
import type { ConsoleShop, ConsoleShopDetails } from "#domain/wire/console.ts";
import { flagsOfShop } from "#infra/config/shop-flags.ts";
import type { FieldFilter } from "#infra/ports/read-store.ts";
import type { ConsoleDeps } from "../deps.ts";
import { beginsWith, wordIs } from "../lists/filters.ts";
import { type Resource, readModelResource } from "../lists/resource.ts";

type Row = ConsoleShop & Partial<ConsoleShopDetails>;

const rowOf = ({ config }: Pick<ConsoleDeps, "config">, document: ShopDocument): Row => {
  const { tenant, shop, name, ianaTimezone, tier, termsAcceptedAt, installed } = document;
  return {
    id: tenant,
    shop,
    name,
    zone: ianaTimezone,
    state: installed ? "connected" : "not connected",
    tier,
    gate: tier === null ? "tier" : termsAcceptedAt === null ? "terms" : "none",
    quotas: quotasOf(tier as Tier | null),
    flags: flagsOfShop(config.SHOP_FLAGS, shop),
  };
};

const chargeOf = (state: ShopState): ConsoleShopDetails["charge"] => {
  if (state.status !== "authorized" && state.status !== "uninstalled") return "none";
  if (state.pendingCharge !== null) return "pending";
  return state.activeCharge === null ? "none" : "active";
};

/** Of one shop: its charge from its own stream, and how its work goes from read models. */
const detailsOf = async (deps: ConsoleDeps, row: Row): Promise<ConsoleShopDetails> => {
  const { runner, readModels } = deps;
  const ofShop: FieldFilter = { field: "tenant", equals: row.id };
  const count = (collection: { name: string }, where: FieldFilter): Promise<number> =>
    readModels.count(collection.name, [ofShop, where]);
  const [{ state }, failedExports, exportsInProgress, failedRuns] = await Promise.all([
    runner.load(shopDecider, row.id),
    count(collections.exports, { field: "status", equals: ExportStatus.Failed }),
    count(collections.exports, { field: "ended", equals: false }),
    count(collections.runs, { field: "outcome", equals: "failed" }),
  ]);
  return {
    ...row,
    charge: chargeOf(state),
    health: { failedExports, exportsInProgress, failedRuns },
  };
};

export const shopsResource = (deps: ConsoleDeps): Resource =>
  readModelResource<Row>(deps, {
    name: "shops",
    collection: collections.shops.name,
    shape: {
      filters: {
        q: beginsWith("shop"),
        tier: wordIs("tier", { none: [null], Starter: ["Starter"], Growth: ["Growth"], Unlimited: ["Unlimited"] }),
        state: wordIs("installed", { connected: [true], "not connected": [false] }),
      },
      sorts: { shop: "shop", name: "name", tier: "tier", state: "installed" },
      sort: { field: "shop", descending: false },
    },
    rowOf: ({ document }) => rowOf(deps, document as unknown as ShopDocument),
    detailsOf: (_found, row) => detailsOf(deps, row),
    tenantOf: (row) => row.id,
  });
