/**
 * Three times. `now` is business time and may be fixed (CLOCK_NOW, R-51). `wall` is the machine's own and always runs;
 * processes agree by it, for example on leases and retries. It can be set, and then jumps. `steady` counts ms since
 * some moment of this process and never jumps; use it for durations inside one process.
 */
export type Clock = {
  now(): Date;
  wall(): Date;
  steady(): number;
};

/** Smallest difference that counts as a jump, ms. Machines slew their clocks by fractions of a second all the time. */
const smallestJump = 2_000;

/**
 * A function that answers how far the wall clock was set since its last call, in ms: forward above 0, back below 0, 0
 * when it only ran. A machine that slept looks as if its clock was set forward. For leases that means the same.
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
