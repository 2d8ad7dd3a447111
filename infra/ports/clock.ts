export type Clock = {
  /** Business time, possibly fixed (CLOCK_NOW, R-51). */
  now(): Date;
  /** The machine's time, which processes share, e.g. for leases. It jumps when set. */
  wall(): Date;
  /** Time in ms for durations within this process; never jumps. */
  steady(): number;
};

/** Smallest jump, ms: more than slewing changes. */
const smallestJump = 2_000;

/**
 * Measures ms that the wall clock was set since the last call; negative if set back. Sleep looks the same, and means
 * the same for leases.
 */
export const createJumpMeter = (clock: Pick<Clock, "wall" | "steady">): (() => number) => {
  const offset = (): number => clock.wall().getTime() - clock.steady();
  let last = offset();
  return () => {
    const current = offset();
    const jump = current - last;
    last = current;
    return Math.abs(jump) < smallestJump ? 0 : jump;
  };
};
