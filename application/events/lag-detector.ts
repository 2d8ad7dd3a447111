import type { Position } from "#infra/ports/stores/event-store.ts";

export type LagDetector = {
  /** Checks for lag. `head`: undefined if unknown. */
  check(head: Position | undefined): Promise<void>;
  isBehind(): boolean;
  /** Lag at the last check, ms; 0 if not late. */
  lag(): number;
};

/**
 * Detects a late follower of the event store. Watches one position until it is reached, so an idle store is not
 * queried. `maxLag`, `now`: ms, steady.
 */
export const createLagDetector = ({
  hasReached,
  now,
  maxLag: late,
}: {
  hasReached: (position: Position) => Promise<boolean>;
  now: () => number;
  maxLag: number;
}): LagDetector => {
  let watched: { position: Position; since: number } | undefined;
  let reached: Position | undefined;
  let behindFor = 0;
  return {
    async check(head) {
      if (!watched && head !== undefined && head !== reached) watched = { position: head, since: now() };
      if (watched && (await hasReached(watched.position))) {
        reached = watched.position;
        watched = undefined;
      }
      const waited = watched === undefined ? 0 : now() - watched.since;
      behindFor = watched !== undefined && waited >= late ? Math.max(1, waited) : 0;
    },
    isBehind: () => behindFor > 0,
    lag: () => behindFor,
  };
};
