import type { Ids } from "../../ports/ids.ts";
import { StateConflict, type StateStore } from "../../ports/state-store.ts";

export type ShopNames = {
  /** The tenant of a shop that is or was installed. */
  tenantOf(shop: string): Promise<string | undefined>;
  /** The shop's tenant; a new one when there is none or when `replaces` is the present one (erased). */
  claim(shop: string, replaces?: string): Promise<string>;
};

/** The index entry of every shop's name. */
const listed = { kind: "shop-name" };

/** The present tenant of every shop that is or was installed. */
export const allTenants = async (state: Pick<StateStore, "find">): Promise<string[]> =>
  (await state.find<string>("kind", listed.kind, Number.MAX_SAFE_INTEGER)).map(({ value }) => value);

/** Where the tenant of a shop is kept. */
export const shopNamePrefix = "shop-name:";

/** Says which tenant a shop has, whatever was said before: for a repair alone. */
export const setTenant = async (state: Pick<StateStore, "put">, shop: string, tenant: string): Promise<void> => {
  await state.put(`${shopNamePrefix}${shop}`, tenant, { index: listed });
};

/** Which tenant a shop's name belongs to: `shop-name:{shop}` in the state store, compared and set, so that there is only one. */
export const createShopNames = (options: { state: StateStore; ids: Ids }): ShopNames => {
  const { state, ids } = options;
  const entryOf = (shop: string) => state.get<string>(`${shopNamePrefix}${shop}`);
  return {
    tenantOf: async (shop) => (await entryOf(shop))?.value,
    claim: async (shop, replaces) => {
      for (;;) {
        const entry = await entryOf(shop);
        if (entry && entry.value !== replaces) return entry.value;
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
