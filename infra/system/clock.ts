import type { Clock } from "../ports/clock.ts";

/** The machine's time. `fixedNow` stops the business time there (CLOCK_NOW, decision 51); wall time always runs. */
export const createSystemClock = ({ fixedNow }: { fixedNow?: Date | undefined } = {}): Clock => ({
  now: () => (fixedNow ? new Date(fixedNow) : new Date()),
  wall: () => new Date(),
});
