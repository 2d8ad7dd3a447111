import { upcasters } from "#domain/event-schemas.ts";
import type { ShopEvent } from "#domain/shop/events.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { decodeEvent } from "../events/decode-event.ts";

/** An installation. `since`: ISO instant. */
export type Installation = { tenant: string; since: string };

/**
 * Installations by shop name, oldest first, without erased ones. Normally one. Two if the state store lost the first
 * tenant and the name got a second.
 */
export type Installations = ReadonlyMap<string, readonly Installation[]>;

/** Collects installations. `note` takes events in order and ignores unrelated ones. */
export const collectInstallations = (): { found: Installations; note(recorded: RecordedEvent): void } => {
  const installationsByShop = new Map<string, Installation[]>();
  const names = new Map<string, string>();
  const note = (recorded: RecordedEvent): void => {
    if (recorded.type !== "ShopInstalled" && recorded.type !== "ShopErased") return;
    const { type, data, metadata } = decodeEvent(recorded, upcasters);
    const event = { type, data } as ShopEvent;
    if (event.type === "ShopInstalled") {
      const { tenant, shop } = event.data;
      names.set(tenant, shop);
      installationsByShop.set(shop, [...(installationsByShop.get(shop) ?? []), { tenant, since: metadata.instant }]);
    }
    if (event.type !== "ShopErased") return;
    const erased = recorded.stream.slice("shop-".length);
    const shop = names.get(erased);
    if (shop === undefined) return;
    const left = (installationsByShop.get(shop) ?? []).filter(({ tenant }) => tenant !== erased);
    if (left.length > 0) installationsByShop.set(shop, left);
    else installationsByShop.delete(shop);
  };
  return { found: installationsByShop, note };
};

/** Creates a reader; each call continues from the last one. */
export const createInstallationsReader = (
  eventStore: Pick<EventStore, "readCategory">,
): (() => Promise<Installations>) => {
  const { found, note } = collectInstallations();
  let after: string | undefined;
  const readOn = async (): Promise<void> => {
    for (;;) {
      const batch = await eventStore.readCategory("shop", { limit: 1_000, ...(after === undefined ? {} : { after }) });
      for (const event of batch) note(event);
      if (batch.length === 0) return;
      after = batch.at(-1)?.position;
    }
  };
  let reading: Promise<void> = Promise.resolve();
  return async () => {
    const turn = reading.then(readOn);
    // The next call continues after a failure.
    reading = turn.catch(() => undefined);
    await turn;
    return found;
  };
};
