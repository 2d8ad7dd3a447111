import type { Clock } from "../ports/clock.ts";

/** The machine's time. `fixedNow` stops the business time there (CLOCK_NOW, R-51); wall and steady time always run. */
export const createSystemClock = ({ fixedNow }: { fixedNow?: Date | undefined } = {}): Clock => ({
  now: () => (fixedNow ? new Date(fixedNow) : new Date()),
  wall: () => new Date(),
  steady: () => performance.now(),
});
