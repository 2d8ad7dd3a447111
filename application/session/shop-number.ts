import { upcasters } from "#domain/event-schemas.ts";
import type { ShopEvent } from "#domain/shop/events.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { decodeEvent } from "../events/decode-event.ts";

/** Finds a shop by its number: all installations count, from 1. Reads all up to that one. */
export const findShopByNumber = async (
  eventStore: Pick<EventStore, "readCategory">,
  number: number,
): Promise<{ tenant: string; shop: string } | undefined> => {
  let counted = 0;
  let after: string | undefined;
  for (;;) {
    const batch = await eventStore.readCategory("shop", { limit: 1_000, ...(after === undefined ? {} : { after }) });
    for (const recorded of batch) {
      if (recorded.type !== "ShopInstalled") continue;
      counted += 1;
      if (counted !== number) continue;
      const { type, data } = decodeEvent(recorded, upcasters);
      const event = { type, data } as ShopEvent;
      return event.type === "ShopInstalled" ? event.data : undefined;
    }
    if (batch.length === 0) return undefined;
    after = batch.at(-1)?.position;
  }
};
