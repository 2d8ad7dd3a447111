import { upcasters } from "#domain/event-schemas.ts";
import type { ShopEvent } from "#domain/shop/events.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { decodeEvent } from "../events/decode-event.ts";

/** A shop's tenant, and when it was installed (ISO instant). */
export type Installation = { tenant: string; since: string };

/**
 * By the name of the shop: its installations that were not erased, the oldest first. It is one; two are there when a name was given a
 * second tenant because the state store had lost the first.
 */
export type Installations = ReadonlyMap<string, readonly Installation[]>;

/** What the streams say of who is installed; `note` takes their events in order, and passes over all others. */
export const collectInstallations = (): { found: Installations; note(recorded: RecordedEvent): void } => {
  const found = new Map<string, Installation[]>();
  const names = new Map<string, string>();
  const note = (recorded: RecordedEvent): void => {
    if (recorded.type !== "ShopInstalled" && recorded.type !== "ShopErased") return;
    const { type, data, metadata } = decodeEvent(recorded, upcasters);
    const event = { type, data } as ShopEvent;
    if (event.type === "ShopInstalled") {
      const { tenant, shop } = event.data;
      names.set(tenant, shop);
      found.set(shop, [...(found.get(shop) ?? []), { tenant, since: metadata.instant }]);
    }
    if (event.type !== "ShopErased") return;
    const erased = recorded.stream.slice("shop-".length);
    const shop = names.get(erased);
    if (shop === undefined) return;
    const left = (found.get(shop) ?? []).filter(({ tenant }) => tenant !== erased);
    if (left.length > 0) found.set(shop, left);
    else found.delete(shop);
  };
  return { found, note };
};

/** Looks at who is installed; each look reads on from where the one before ended. */
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
    // One that failed is not the next one's trouble: it reads on.
    reading = turn.catch(() => undefined);
    await turn;
    return found;
  };
};
