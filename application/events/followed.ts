import type { Position } from "#infra/ports/stores/event-store.ts";

export type Followed = {
  /** `head`: the newest position of the event store; undefined where none is known now. */
  look(head: Position | undefined): Promise<void>;
  /** The event store had an event for long at the last look, and it was not reached. */
  isBehind(): boolean;
  /** For how long, ms, at the last look; 0 where it is not. */
  behindFor(): number;
};

/**
 * Whether what follows the event store is late. One position at a time is watched until it is reached, so that nothing is asked while
 * nothing happens. `late`, `now`: ms, steady.
 */
export const createFollowed = ({
  hasReached,
  now,
  late,
}: {
  hasReached: (position: Position) => Promise<boolean>;
  now: () => number;
  late: number;
}): Followed => {
  let watched: { position: Position; since: number } | undefined;
  let reached: Position | undefined;
  let behindFor = 0;
  return {
    async look(head) {
      if (!watched && head !== undefined && head !== reached) watched = { position: head, since: now() };
      if (watched && (await hasReached(watched.position))) {
        reached = watched.position;
        watched = undefined;
      }
      const waited = watched === undefined ? 0 : now() - watched.since;
      behindFor = watched !== undefined && waited >= late ? Math.max(1, waited) : 0;
    },
    isBehind: () => behindFor > 0,
    behindFor: () => behindFor,
  };
};
