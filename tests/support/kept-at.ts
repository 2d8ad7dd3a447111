import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import type { StoresOptions } from "#infra/stores/opening.ts";
import { createSystemClock } from "#infra/system/clock.ts";

/** Where a product keeps things, as its settings say it: a data folder, and the engines that are named beside it. Of a folder alone its path does. */
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
