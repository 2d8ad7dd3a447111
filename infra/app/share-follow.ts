import { setTimeout as sleep } from "node:timers/promises";
import { StoreBusy } from "../ports/busy.ts";
import type { EventStore, Position, RecordedEvent } from "../ports/event-store.ts";

/** A follower that is further behind reads for itself. */
const kept = 2_000;
const pauseWhenBusy = 1_000;

/**
 * Lets any number of followers of one process share one subscription: each begins where it wants, reads until it has come to what the
 * subscription brought lately, and goes on with that. The subscription begins with the first follower and ends with the signal.
 */
export const shareFollow = (
  eventStore: Pick<EventStore, "follow" | "readAll" | "headPosition">,
  ending: AbortSignal,
): EventStore["follow"] => {
  /** The newest events, all that stand after `since`; from the beginning where that is undefined. */
  const recent: RecordedEvent[] = [];
  let since: Position | undefined;
  let woken = Promise.withResolvers<void>();
  let begun: Promise<void> | undefined;
  let fault: { error: unknown } | undefined;

  const wake = (): void => {
    const before = woken;
    woken = Promise.withResolvers<void>();
    before.resolve();
  };
  const take = async (events: RecordedEvent[]): Promise<void> => {
    const newest = recent.at(-1)?.position ?? since;
    recent.push(...(newest === undefined ? events : events.filter(({ position }) => position > newest)));
    const tooMany = recent.splice(0, Math.max(0, recent.length - kept));
    since = tooMany.at(-1)?.position ?? since;
    wake();
  };
  const patiently = async <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> => {
    while (!signal.aborted)
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof StoreBusy)) throw error;
        await sleep(pauseWhenBusy, undefined, { signal }).catch(() => undefined);
      }
    return undefined;
  };
  const begin = async (): Promise<void> => {
    since = await patiently(() => eventStore.headPosition(), ending);
    eventStore.follow(since === undefined ? {} : { after: since }, take, ending).catch((error: unknown) => {
      fault = { error };
      wake();
    });
  };

  /** What comes next after a position; undefined where nothing does yet. */
  const next = async (
    after: Position | undefined,
    limit: number,
    signal: AbortSignal,
  ): Promise<RecordedEvent[] | undefined> => {
    if (since !== undefined && (after ?? "") < since)
      return patiently(() => eventStore.readAll({ ...(after === undefined ? {} : { after }), limit }), signal);
    const first = after === undefined ? 0 : recent.findIndex(({ position }) => position > after);
    return first < 0 ? [] : recent.slice(first, first + limit);
  };

  return async ({ after, batchSize = 500 }, handleBatch, signal) => {
    begun ??= begin();
    await begun;
    let reached = after;
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    while (!signal.aborted) {
      if (fault) throw fault.error;
      const { promise } = woken;
      const events = await next(reached, batchSize, signal);
      const last = events?.at(-1);
      if (signal.aborted) return;
      if (!events || !last) {
        await Promise.race([promise, aborted]);
        continue;
      }
      await handleBatch(events);
      reached = last.position;
    }
  };
};
