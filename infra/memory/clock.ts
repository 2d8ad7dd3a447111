import type { Clock } from "../ports/clock.ts";

export type FakeClock = Clock & {
  advance(ms: number): void;
  /** Advances a fixed business time. */
  advanceWall(ms: number): void;
  /** Sets the wall clock as an operator would: no time passes. */
  jump(ms: number): void;
};

/** Creates a clock that stands still until moved. */
export const createFakeClock = (start: Date | string = "2026-11-20T12:00:00.000Z"): FakeClock => {
  let now = new Date(start).getTime();
  let wall = now;
  let steady = 0;
  return {
    now: () => new Date(now),
    wall: () => new Date(wall),
    steady: () => steady,
    advance(ms) {
      now += ms;
      wall += ms;
      steady += ms;
    },
    advanceWall(ms) {
      wall += ms;
      steady += ms;
    },
    jump(ms) {
      now += ms;
      wall += ms;
    },
  };
};
