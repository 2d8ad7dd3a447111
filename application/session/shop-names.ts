import type { Ids } from "#infra/ports/ids.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { HistoryDiffers, repairAdvice } from "#infra/ports/stores/history.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import { createInstallationsReader } from "./installations.ts";

export type ShopNames = {
  /** Finds a shop's tenant, even if the shop has uninstalled. */
  findTenant(shop: string): Promise<string | undefined>;
  /**
   * Returns the shop's tenant. Creates one if there is none, or if the current one is `replaces` (erased).
   * @throws {HistoryDiffers} the event store knows the shop under a tenant that the state store lost; a second one
   * would lack all the shop's work
   */
  claim(shop: string, replaces?: string): Promise<string>;
};

const listed = { kind: "shop-name" };

export const shopNamePrefix = "shop-name:";

/** Reads tenants by shop name, of all shops ever installed. */
export const readShopNames = async (state: Pick<StateStore, "find">): Promise<Map<string, string>> => {
  const entries = await state.find<string>("kind", listed.kind, Number.MAX_SAFE_INTEGER);
  return new Map(entries.map(({ key, value }) => [key.slice(shopNamePrefix.length), value]));
};

/** Reads the tenants of all shops ever installed. */
export const readTenants = async (state: Pick<StateStore, "find">): Promise<string[]> => [
  ...(await readShopNames(state)).values(),
];

/** Sets a tenant; only for repairs. */
export const setTenant = async (state: Pick<StateStore, "put">, shop: string, tenant: string): Promise<void> => {
  await state.put(`${shopNamePrefix}${shop}`, tenant, { index: listed });
};

/**
 * Maps shop names to tenants, under `shop-name:{shop}` in the state store. Compare-and-set allows one tenant per shop.
 */
export const createShopNames = (options: {
  state: StateStore;
  eventStore: Pick<EventStore, "readCategory">;
  ids: Ids;
}): ShopNames => {
  const { state, eventStore, ids } = options;
  const entryOf = (shop: string) => state.get<string>(`${shopNamePrefix}${shop}`);
  const installations = createInstallationsReader(eventStore);
  return {
    findTenant: async (shop) => (await entryOf(shop))?.value,
    claim: async (shop, replaces) => {
      for (;;) {
        const entry = await entryOf(shop);
        if (entry && entry.value !== replaces) return entry.value;
        const isInstalled = (await installations()).get(shop)?.some(({ tenant }) => tenant !== replaces);
        // A concurrent claim may have installed it.
        if (isInstalled && (await entryOf(shop))?.version === entry?.version)
          throw new HistoryDiffers(
            `The shop ${shop} is installed, but the state store does not know it: an older copy was restored, or its newest part was lost. ${repairAdvice}`,
          );
        if (isInstalled) continue;
        const tenant = ids.uuid();
        try {
          await state.put(`${shopNamePrefix}${shop}`, tenant, { ifVersion: entry?.version ?? 0, index: listed });
          return tenant;
        } catch (error) {
          if (!(error instanceof StateConflict)) throw error;
        }
      }
    },
  };
};
