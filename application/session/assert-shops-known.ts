import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { HistoryDiffers, repairAdvice } from "#infra/ports/stores/history.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { createInstallationsReader, type Installations } from "./installations.ts";
import { readShopNames } from "./shop-names.ts";

/** Finds installed shops without a name that leads to their tenants. */
export const findUnknownShops = (installations: Installations, names: ReadonlyMap<string, string>): string[] =>
  [...installations]
    .filter(([shop, installed]) => !installed.some(({ tenant }) => tenant === names.get(shop)))
    .map(([shop]) => shop);

/**
 * The state store must know every installed shop. Otherwise a shop, as in a store restored alone, would get a second,
 * empty tenant at its next login.
 * @throws {HistoryDiffers}
 */
export const assertShopsKnown = async (stores: {
  eventStore: Pick<EventStore, "readCategory">;
  stateStore: Pick<StateStore, "find">;
}): Promise<void> => {
  const readInstallations = createInstallationsReader(stores.eventStore);
  // Read in this order, as names are written before installations.
  const unknown = async () => findUnknownShops(await readInstallations(), await readShopNames(stores.stateStore));
  // An erasure and new login between the two reads look the same, so read twice.
  if ((await unknown()).length === 0) return;
  const [shop, ...more] = await unknown();
  if (shop === undefined) return;
  const others = more.length > 0 ? ` and ${more.length} more` : "";
  throw new HistoryDiffers(
    `The state store does not know the shop ${shop}${others}, which the event store has: an older copy was restored, or its newest part was lost. ${repairAdvice}`,
  );
};
