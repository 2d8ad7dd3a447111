import type { Clock } from "../ports/clock.ts";

export type FakeClock = Clock & {
  /** Moves both times on. */
  advance(ms: number): void;
  /** Moves wall time alone, as with a fixed business time. */
  advanceWall(ms: number): void;
};

/** A clock that stands still until it is moved. */
export const createFakeClock = (start: Date | string = "2026-11-20T12:00:00.000Z"): FakeClock => {
  let now = new Date(start).getTime();
  let wall = now;
  return {
    now: () => new Date(now),
    wall: () => new Date(wall),
    advance(ms) {
      now += ms;
      wall += ms;
    },
    advanceWall(ms) {
      wall += ms;
    },
  };
};
