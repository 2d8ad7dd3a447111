import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import type { EventStore, Position, RecordedEvent } from "#infra/ports/stores/event-store.ts";

/** Limits of the buffer. Followers that lag further read slices from the store. */
type BufferLimits = {
  events: number;
  /** Maximum characters, because one event may have 900 kB of JSON. */
  characters: number;
};
const bufferLimits: BufferLimits = { events: 2_000, characters: 16_000_000 };

/** Limits of kept slices: total characters, characters of overhead per slice, and lifetime in ms. */
const sliceLimits = { maxCharacters: 8_000_000, overheadPerSlice: 1_000, ttlMs: 5_000 };

const lengthOf = (event: RecordedEvent): number => JSON.stringify(event).length;
const busyRetryMs = 1_000;

type Read = EventStore["readAll"];

/**
 * Shares a slice between followers at one position, while it is read and for 5 s after. Slices never go stale, because
 * no later event gets a position within one. Slow followers read it again, and delay nobody.
 */
const shareSlices = (readAll: Read): Read => {
  const inFlight = new Map<string, Promise<RecordedEvent[]>>();
  const cache = new LRUCache<string, RecordedEvent[]>({
    maxSize: sliceLimits.maxCharacters,
    sizeCalculation: (events) => events.reduce((sum, event) => sum + lengthOf(event), sliceLimits.overheadPerSlice),
    ttl: sliceLimits.ttlMs,
    ttlAutopurge: true,
  });
  return async ({ after, limit }) => {
    const key = `${limit} ${after ?? ""}`;
    const slice = cache.get(key) ?? inFlight.get(key);
    if (slice) return slice;
    const reading = readAll(after === undefined ? { limit } : { after, limit });
    inFlight.set(key, reading);
    try {
      const events = await reading;
      if (events.length > 0) cache.set(key, events);
      return events;
    } finally {
      inFlight.delete(key);
    }
  };
};

/**
 * Shares one subscription between followers in a process. Each reads from its own position until it reaches the buffer
 * of recent events. The subscription begins with the first follower and ends with the signal.
 */
export const shareSubscription = (
  eventStore: Pick<EventStore, "follow" | "readAll" | "headPosition">,
  shutdownSignal: AbortSignal,
  limits = bufferLimits,
): EventStore["follow"] => {
  /** Events after `since` (undefined: the start). */
  const recent: RecordedEvent[] = [];
  const lengths: number[] = [];
  let characters = 0;
  let since: Position | undefined;
  let wakeSignal = Promise.withResolvers<void>();
  let started: Promise<void> | undefined;
  let fault: { error: unknown } | undefined;
  const readSlice = shareSlices((options) => eventStore.readAll(options));

  const wake = (): void => {
    const before = wakeSignal;
    wakeSignal = Promise.withResolvers<void>();
    before.resolve();
  };
  const appendRecent = async (events: RecordedEvent[]): Promise<void> => {
    const newest = recent.at(-1)?.position ?? since;
    for (const event of events) {
      if (newest !== undefined && event.position <= newest) continue;
      const length = lengthOf(event);
      recent.push(event);
      lengths.push(length);
      characters += length;
    }
    let evicted = 0;
    while (recent.length - evicted > limits.events || characters > limits.characters) {
      characters -= lengths[evicted] ?? 0;
      evicted += 1;
    }
    since = recent.splice(0, evicted).at(-1)?.position ?? since;
    lengths.splice(0, evicted);
    wake();
  };
  const retryWhileBusy = async <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> => {
    while (!signal.aborted)
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof StoreBusy)) throw error;
        await sleep(busyRetryMs, undefined, { signal }).catch(() => undefined);
      }
    return undefined;
  };
  const start = async (): Promise<void> => {
    since = await retryWhileBusy(() => eventStore.headPosition(), shutdownSignal);
    eventStore
      .follow(since === undefined ? {} : { after: since }, appendRecent, shutdownSignal)
      .catch((error: unknown) => {
        fault = { error };
        wake();
      });
  };

  /** Next events. Empty if there are none yet, undefined on abort. */
  const next = async (
    after: Position | undefined,
    limit: number,
    signal: AbortSignal,
  ): Promise<RecordedEvent[] | undefined> => {
    if (since !== undefined && (after ?? "") < since)
      return retryWhileBusy(() => readSlice({ ...(after === undefined ? {} : { after }), limit }), signal);
    const first = after === undefined ? 0 : recent.findIndex(({ position }) => position > after);
    return first < 0 ? [] : recent.slice(first, first + limit);
  };

  return async ({ after, batchSize = 500 }, handleBatch, signal) => {
    started ??= start();
    await started;
    let position = after;
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    while (!signal.aborted) {
      if (fault) throw fault.error;
      const { promise } = wakeSignal;
      const events = await next(position, batchSize, signal);
      const last = events?.at(-1);
      if (signal.aborted) return;
      if (!events || !last) {
        await Promise.race([promise, aborted]);
        continue;
      }
      await handleBatch(events);
      position = last.position;
    }
  };
};
