export type Clock = {
  /** Business time, possibly fixed (CLOCK_NOW, R-51). */
  now(): Date;
  /** The machine's time. Processes agree by it, for example on leases. It can be set, and then jumps. */
  wall(): Date;
  /** Milliseconds in this process, for durations; never jumps. */
  steady(): number;
};

/** ms. Machines slew their clocks by fractions of a second. */
const smallestJump = 2_000;

/**
 * Measures ms that the wall clock was set since the last call: forward above 0, back below. A machine that slept looks
 * the same, and means the same for leases.
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
