/** Time until the next tick of the steady clock. Timers that use it share one wake-up. */
export const computeMsUntilTick = (intervalMs = 1_000): number => {
  const left = intervalMs - (performance.now() % intervalMs);
  // Timers may fire a millisecond before the tick.
  return left < intervalMs / 10 ? left + intervalMs : left;
};

/**
 * Calls `act` every `intervalMs` ms, a multiple of a second, until the returned function is called. Keeps no process
 * alive.
 */
export const onTick = (act: () => void, intervalMs = 1_000): (() => void) => {
  const next = (): NodeJS.Timeout => setTimeout(tick, computeMsUntilTick(intervalMs)).unref();
  const tick = (): void => {
    timer = next();
    act();
  };
  let timer = next();
  return () => clearTimeout(timer);
};
