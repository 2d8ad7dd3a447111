/**
 * Three times. `now` is the time the business goes by and may be fixed (CLOCK_NOW, R-51);
 * `wall` is the machine's own and always runs: what several processes must agree on goes by it, leases and retries for example. It can be
 * set, and then jumps. `steady` counts milliseconds since some moment of this process and never jumps: how long something takes
 * or lasts inside one process goes by it.
 */
export type Clock = {
  now(): Date;
  wall(): Date;
  steady(): number;
};

/** A machine's clock is slewed by parts of a second all the time; only more than this is a jump, ms. */
const smallestJump = 2_000;

/**
 * A function that answers by how many ms the wall clock was set since it was last asked: forward above 0, back below 0, 0 when it only
 * ran. A machine that slept looks as if its clock was set forward, and means the same to whoever has a lease.
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
