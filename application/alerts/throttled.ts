import { throttledStatusMinutes } from "#domain/retention/retention.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";

/** A throttled shop, as last recorded by any process. Instants are ISO UTC. */
export type Throttled = { shop: string; since: string; lastAt: string; reason: string };

/** Duration of the status after the last delay, ms. */
const throttledDuration = throttledStatusMinutes * 60_000;
/** Minimum between records of a shop, ms: each page of an export may be throttled. */
const recordInterval = 30_000;

const index = "throttled";
const keyOf = (shop: string): string => `throttled:${shop}`;

/** Records throttled shops for {@link readThrottled} in any process. */
export const recordThrottled = ({ state, clock, log }: { state: StateStore; clock: Clock; log: Log }) => {
  const noted = new Map<string, number>();
  const note = async (shop: string, reason: string): Promise<void> => {
    const now = clock.wall();
    const known = await state.get<Throttled>(keyOf(shop));
    const lastAt = now.toISOString();
    const value: Throttled = { shop, since: known?.value.since ?? lastAt, lastAt, reason };
    const options = {
      ifVersion: known?.version ?? 0,
      expiresAt: new Date(now.getTime() + throttledDuration),
      index: { [index]: "shop" },
      durable: "soon" as const,
    };
    await state.put(keyOf(shop), value, options).catch((error: unknown) => {
      if (!(error instanceof StateConflict)) throw error;
    });
  };
  return (shop: string, reason: string): void => {
    const steady = clock.steady();
    if (steady - (noted.get(shop) ?? Number.NEGATIVE_INFINITY) < recordInterval) return;
    for (const [name, at] of noted) if (steady - at >= recordInterval) noted.delete(name);
    noted.set(shop, steady);
    note(shop, reason).catch((err: unknown) =>
      log.warn({ shop, err }, "A shop's throttling by the store platform could not be recorded."),
    );
  };
};

export const readThrottled = async (state: Pick<StateStore, "find">): Promise<Throttled[]> =>
  (await state.find<Throttled>(index, "shop", 10_000)).map(({ value }) => value);
