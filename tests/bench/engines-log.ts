import { shareSubscription } from "#application/events/share-subscription.ts";
import { retryWhileUnavailable } from "#application/process/retry-while-unavailable.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { projections } from "../../projections/read-models/all.ts";
import { runProjection } from "../../projections/run-projection.ts";
import type { EventLog } from "../engines/eventstoredb/log.ts";
import { type SetUp, withFresh } from "./engines-set-ups.ts";
import { event } from "./engines-stores.ts";
import { seconds } from "./measure.ts";

const atOnce = 500;
const shops = 1_000;

/** Appends events of ours, 500 to a stream, and one to each of so many shops between them. */
const fill = async (
  { appendToStream }: Pick<EventStore, "appendToStream">,
  count: number,
  shopCount: number,
): Promise<void> => {
  const isNew = { expectedVersion: "no-stream" } as const;
  for (let n = 0; n < count; n += atOnce) {
    const events = Array.from({ length: atOnce }, (_, offset) => event(n + offset));
    await appendToStream(`workspace-${n}`, events, isNew);
    for (let shop = n; shop < n + atOnce && shop < shopCount; shop += 1)
      await appendToStream(`shop-${shop}`, [event(shop)], isNew);
  }
};

/** Writes as other programs do. */
const fillOthers = (log: EventLog, count: number): void => {
  const text = { data: Buffer.from("{}"), metadata: new Uint8Array() };
  for (let n = 0; n < count; n += 1_000)
    log.append(
      "others",
      Array.from({ length: 1_000 }, () => ({
        id: crypto.randomUUID(),
        type: "Theirs",
        contentType: "application/json",
        ...text,
      })),
      "any",
    );
};

/** Seconds in a process that starts: until the newest position, and until the shops are read. Others wrote last. */
export const startSeconds = (
  setUp: SetUp,
  { ours, others }: { ours: number; others: number },
): Promise<{ head: number; shops: number }> =>
  withFresh(setUp, async (open, events) => {
    await open(async ({ eventStore }) => {
      await fill(eventStore, ours, shops);
      if (events) fillOthers(events.log, others);
      // The process before knew the newest position. A question that finds no response in time is asked again, as
      // everywhere.
      const ask = () => eventStore.headPosition();
      await retryWhileUnavailable(ask, { signal: AbortSignal.timeout(60_000), onWait: () => undefined });
    });
    return open(async ({ eventStore }) => ({
      head: await seconds(() => eventStore.headPosition()),
      shops: await seconds(() => eventStore.readCategory("shop", { limit: shops })),
    }));
  });

/**
 * Seconds until all read models are made of so many events. `isShared`: one subscription for all, as over external
 * engines.
 */
export const rebuildSeconds = (setUp: SetUp, count: number, isShared: boolean): Promise<number> =>
  withFresh(setUp, async (open) => {
    await open(({ eventStore }) => fill(eventStore, count, 0));
    return open(async (stores) => {
      const { readStore } = stores;
      const stop = new AbortController();
      const { signal } = stop;
      const eventStore = isShared
        ? { ...stores.eventStore, follow: shareSubscription(stores.eventStore, signal) }
        : stores.eventStore;
      const head = await eventStore.headPosition();
      const missing = new Set(projections.map(({ name }) => name));
      return seconds(() =>
        Promise.all(
          projections.map((projection) =>
            runProjection({
              projection,
              eventStore,
              readStore,
              upcasters,
              signal,
              onParked: ({ reason }) => {
                throw new Error(`A document was parked: ${reason}`);
              },
              onProgress: ({ position }) => {
                if (head === undefined || position === undefined || position < head) return;
                missing.delete(projection.name);
                if (missing.size === 0) stop.abort();
              },
            }),
          ),
        ),
      );
    });
  });
