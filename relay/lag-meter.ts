import type { EventStore, Position } from "#infra/ports/stores/event-store.ts";

export type LagMeter = {
  check(): Promise<void>;
  /** True if the last check found an unpublished event. */
  isBehind(): boolean;
  /** Wait of the oldest unpublished event, s; 0 if there is none. */
  seconds(): number;
};

/** Maximum heads remembered while the bus is down. Beyond it, the last one covers newer positions. */
const maxHeads = 1_000;

/**
 * Measures the bus's lag, whoever publishes: the time since the oldest unpublished head was first seen, as positions
 * can't be subtracted.
 */
export const createLagMeter = (options: {
  eventStore: Pick<EventStore, "headPosition">;
  /** Position up to which events are published. */
  published: () => Promise<Position | undefined>;
  /** Steady time, ms. */
  now: () => number;
}): LagMeter => {
  let heads: { position: Position; since: number }[] = [];
  return {
    async check() {
      const since = options.now();
      const head = await options.eventStore.headPosition();
      const last = heads.at(-1);
      if (head !== undefined && (last === undefined || head > last.position)) {
        if (last && heads.length >= maxHeads) last.position = head;
        else heads.push({ position: head, since });
      }
      const published = await options.published();
      heads = heads.filter(({ position }) => published === undefined || position > published);
    },
    isBehind: () => heads.length > 0,
    seconds: () => (heads[0] === undefined ? 0 : (options.now() - heads[0].since) / 1_000),
  };
};
