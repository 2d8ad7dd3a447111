import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { HistoryDiffers, repairAdvice } from "#infra/ports/stores/history.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { createInstallationsReader, type Installations } from "./installations.ts";
import { allShopNames } from "./shop-names.ts";

/** Shops that are installed under tenants that the names do not lead to. */
export const unknownShops = (installations: Installations, names: ReadonlyMap<string, string>): string[] =>
  [...installations]
    .filter(([shop, installed]) => !installed.some(({ tenant }) => tenant === names.get(shop)))
    .map(([shop]) => shop);

/**
 * Sees that the state store leads to every shop that is installed. One that lost its newest part, or an older copy that was put back
 * alone, fits the events that it remembers, and a shop that it does not know would get a second, empty tenant at its next log-in.
 * @throws {HistoryDiffers}
 */
export const assertShopsKnown = async (stores: {
  eventStore: Pick<EventStore, "readCategory">;
  stateStore: Pick<StateStore, "find">;
}): Promise<void> => {
  const look = createInstallationsReader(stores.eventStore);
  // A name is there before its installation: what was read first is known afterwards.
  const unknown = async () => unknownShops(await look(), await allShopNames(stores.stateStore));
  // An erasure and a new log-in between the two looks the same; the second time it is read.
  if ((await unknown()).length === 0) return;
  const [shop, ...more] = await unknown();
  if (shop === undefined) return;
  const others = more.length > 0 ? ` and ${more.length} more` : "";
  throw new HistoryDiffers(
    `The state store does not know the shop ${shop}${others}, which the event store has: an older copy was put back, or it lost its newest part. ${repairAdvice}`,
  );
};
