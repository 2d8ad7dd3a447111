import { uptime } from "node:os";
import type { Clock } from "../ports/clock.ts";

/** `fixedNow` stops business time (CLOCK_NOW, R-51); wall and steady time always run. */
export const createSystemClock = ({ fixedNow }: { fixedNow?: Date | undefined } = {}): Clock => ({
  now: () => (fixedNow ? new Date(fixedNow) : new Date()),
  wall: () => new Date(),
  steady: () => performance.now(),
});

/** Measures sleep, ms: `steady` stands still then, but the machine's uptime doesn't. */
export const createSleepMeter = (): (() => number) => {
  const apart = (): number => uptime() * 1_000 - performance.now();
  const first = apart();
  // Neither is exact to fractions of a second.
  return () => {
    const slept = apart() - first;
    return slept < 1_000 ? 0 : slept;
  };
};
