/** ms until the next whole multiple of `every` by this process's steady time. Timers that use it share one wake-up. */
export const msUntilTick = (every = 1_000): number => {
  const left = every - (performance.now() % every);
  // Timers may fire a millisecond early, which is not the next beat yet.
  return left < every / 10 ? left + every : left;
};

/**
 * Calls `act` every `every` ms, a multiple of a second, until the returned function is called. Timers share one wake-up
 * and keep no process alive.
 */
export const onTick = (act: () => void, every = 1_000): (() => void) => {
  const next = (): NodeJS.Timeout => setTimeout(tick, msUntilTick(every)).unref();
  const tick = (): void => {
    timer = next();
    act();
  };
  let timer = next();
  return () => clearTimeout(timer);
};
