/** Delays (ms) before a restart, and deaths per minute that make the system unhealthy (D-10). */
const delays = [200, 1_000, 5_000] as const;
const minute = 60_000;
const tooMany = 5;

export type RestartDecision = {
  /** Delay before the restart, ms. */
  delay: number;
  /** True after five deaths in a minute. The child is still restarted. */
  unhealthy: boolean;
};

/** Decides by the times of all deaths (ms of steady time, newest last). Deaths over a minute ago don't count. */
export const restartAfter = (deaths: readonly number[]): RestartDecision => {
  const newest = deaths.at(-1) ?? 0;
  const recent = deaths.filter((death) => newest - death < minute).length;
  return { delay: delays[Math.min(Math.max(recent, 1), delays.length) - 1] ?? 5_000, unhealthy: recent >= tooMany };
};
