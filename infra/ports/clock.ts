/**
 * Two times. `now` is the time the business goes by and may be fixed (CLOCK_NOW, decision 51);
 * `wall` is the machine's own and always runs: leases, retries and time-outs go by it.
 */
export type Clock = {
  now(): Date;
  wall(): Date;
};
