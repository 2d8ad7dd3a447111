/**
 * `now` is business time and may be fixed (CLOCK_NOW, R-51). `wall` is the machine's own; processes agree by it, for
 * example on leases. It can be set, and then jumps. `steady` counts ms in this process and never jumps; use it for
 * durations.
 */
export type Clock = {
  now(): Date;
  wall(): Date;
  steady(): number;
};

/** Smallest jump, ms. Machines slew their clocks by fractions of a second all the time. */
const smallestJump = 2_000;

/**
 * Answers how far the wall clock was set since the last call, in ms: forward above 0, back below 0. A machine that
 * slept looks as if its clock was set forward. For leases that means the same.
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
