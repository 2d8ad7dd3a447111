import { ExportStatus } from "#domain/enumerations.ts";
import { collections, flagsInDocument, type ShopDocument } from "#domain/read-models/documents.ts";
import { normalizeForSearch } from "#domain/read-models/title-keys.ts";
import { getShopQuotas } from "#domain/shop/quotas.ts";
import type { Tier } from "#domain/tiers/tiers.ts";
import type { ConsoleShop, ConsoleShopDetails, ShopGate } from "#domain/wire/support/console.ts";
import { resolveShopFlags } from "#infra/config/shop-flags.ts";
import type { FieldFilter } from "#infra/ports/stores/read-store.ts";
import type { ConsoleDeps } from "../deps.ts";
import { filterBeginsWith, filterByPrefix, isOneOfWord } from "../lists/filters.ts";
import { type Resource, readModelResource } from "../lists/resource.ts";
import { loadCurrentShop } from "./current-shop.ts";

type Row = ConsoleShop & Partial<ConsoleShopDetails>;

/**
 * Next gate, only from the read model. A charge that waits for the next login (ADR 102) leaves the current one active.
 */
const gateOf = ({ tier, charge, chargeWaived, termsAcceptedAt }: Omit<ShopDocument, "stale">): ShopGate => {
  if (tier === null) return "tier";
  if (charge !== "active" && !chargeWaived) return "charge";
  return termsAcceptedAt === null ? "terms" : "none";
};

const rowOf = ({ config }: Pick<ConsoleDeps, "config">, document: ShopDocument): Row => {
  const { tenant, shop, name, ianaTimezone, installed } = document;
  // Documents of an older build, which may still be served, lack these.
  const { charge = "none", chargeWaived = false, quotas = null } = document as Partial<ShopDocument>;
  const tier = document.tier as Tier | null;
  return {
    id: tenant,
    shop,
    name,
    zone: ianaTimezone,
    state: installed ? "connected" : "not connected",
    tier,
    gate: gateOf({ ...document, charge, chargeWaived }),
    charge,
    chargeWaived,
    quotas: getShopQuotas({ tier: tier && { tier, by: "plan" }, quotas }),
    flags: resolveShopFlags(config.SHOP_FLAGS, { shop, flags: flagsInDocument(document) }),
  };
};

/** Adds the current state from the shop's streams, and the workload from read models. */
const detailsOf = async (deps: ConsoleDeps, row: Row): Promise<ConsoleShopDetails> => {
  const { readModels } = deps;
  const ofShop: FieldFilter = { field: "tenant", equals: row.id };
  const count = (collection: { name: string }, where: FieldFilter): Promise<number> =>
    readModels.count(collection.name, [ofShop, where]);
  const [now, failedExports, exportsInProgress, failedRuns] = await Promise.all([
    loadCurrentShop(deps, row.id),
    count(collections.exports, { field: "status", equals: ExportStatus.Failed }),
    count(collections.exports, { field: "ended", equals: false }),
    count(collections.runs, { field: "outcome", equals: "failed" }),
  ]);
  return { ...row, ...now, health: { failedExports, exportsInProgress, failedRuns } };
};

export const shopsResource = (deps: ConsoleDeps): Resource =>
  readModelResource<Row>(deps, {
    name: "shops",
    collection: collections.shops.name,
    shape: {
      filters: {
        q: filterBeginsWith("shop"),
        name: (value) => filterByPrefix("nameKey", normalizeForSearch(String(value))),
        tier: isOneOfWord("tier", { none: [null], Starter: ["Starter"], Growth: ["Growth"], Unlimited: ["Unlimited"] }),
        charge: isOneOfWord("charge", { none: ["none"], pending: ["pending"], active: ["active"] }),
        state: isOneOfWord("installed", { connected: [true], "not connected": [false] }),
      },
      sorts: { shop: "shop", name: "nameKey", tier: "tier", charge: "charge", state: "installed" },
      sort: { field: "shop", descending: false },
    },
    rowOf: ({ document }) => rowOf(deps, document as unknown as ShopDocument),
    detailsOf: (_found, row) => detailsOf(deps, row),
    tenantOf: (row) => row.id,
    recordsViews: "none",
  });
