import type { Ids } from "../../ports/ids.ts";
import { StateConflict, type StateStore } from "../../ports/state-store.ts";

export type ShopNames = {
  /** The tenant of a shop that is or was installed. */
  tenantOf(shop: string): Promise<string | undefined>;
  /** The shop's tenant; a new one when there is none or when `replaces` is the present one (erased). */
  claim(shop: string, replaces?: string): Promise<string>;
};

/** Which tenant a shop's name belongs to: `shop-name:{shop}` in the state store, compared and set, so that there is only one. */
export const createShopNames = (options: { state: StateStore; ids: Ids }): ShopNames => {
  const { state, ids } = options;
  const entryOf = (shop: string) => state.get<string>(`shop-name:${shop}`);
  return {
    tenantOf: async (shop) => (await entryOf(shop))?.value,
    claim: async (shop, replaces) => {
      for (;;) {
        const entry = await entryOf(shop);
        if (entry && entry.value !== replaces) return entry.value;
        const tenant = ids.uuid();
        try {
          await state.put(`shop-name:${shop}`, tenant, { ifVersion: entry?.version ?? 0 });
          return tenant;
        } catch (error) {
          if (!(error instanceof StateConflict)) throw error;
        }
      }
    },
  };
};
