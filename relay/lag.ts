import type { EventStore, Position } from "#infra/ports/stores/event-store.ts";

export type Lag = {
  /** Notes what the event store has now, and what is on the bus. */
  look(): Promise<void>;
  /** Whether the event store had an event at the last look that was not on the bus. */
  isBehind(): boolean;
  /** For how long the event store has had an event that is not on the bus, by the looks so far, s; 0 where all are. */
  seconds(): number;
};

/** Heads that are remembered while the bus is down; of more, the newest stands for those before it. */
const mostHeads = 1_000;

/**
 * How far the bus is behind the event store. Positions cannot be subtracted, so it is a time: since a newest event was seen that is not published
 * yet, by the steady time of who looks, as precise as the looks are frequent. Also right where another process publishes.
 */
export const createLag = (options: {
  eventStore: Pick<EventStore, "headPosition">;
  /** Up to where the bus has been told. */
  published: () => Promise<Position | undefined>;
  /** Steady time, ms. */
  now: () => number;
}): Lag => {
  let heads: { position: Position; since: number }[] = [];
  return {
    async look() {
      const since = options.now();
      const head = await options.eventStore.headPosition();
      const last = heads.at(-1);
      if (head !== undefined && (last === undefined || head > last.position)) {
        if (last && heads.length >= mostHeads) last.position = head;
        else heads.push({ position: head, since });
      }
      const published = await options.published();
      heads = heads.filter(({ position }) => published === undefined || position > published);
    },
    isBehind: () => heads.length > 0,
    seconds: () => (heads[0] === undefined ? 0 : (options.now() - heads[0].since) / 1_000),
  };
};
