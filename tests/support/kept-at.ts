import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import type { StoresOptions } from "#infra/stores/stores-options.ts";
import { createSystemClock } from "#infra/system/clock.ts";

/**
 * A product's storage by its settings: a data folder, and the engines named beside it. A folder alone is given by its
 * path.
 */
export type KeptAt = string | StoresOptions["config"];

export const configOf = (at: KeptAt): StoresOptions["config"] => (typeof at === "string" ? { DATA_DIR: at } : at);

/** Looks at what a product keeps, or changes it, through its own ports; it may be running or not. */
export const withStores = async <Answer>(at: KeptAt, work: (stores: Stores) => Promise<Answer>): Promise<Answer> => {
  const stores = await openStores({ config: configOf(at), clock: createSystemClock(), readModels: "none" });
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
};
