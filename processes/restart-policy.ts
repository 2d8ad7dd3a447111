/** When a dead child is started again, and when to call the system unhealthy (D-10). */
const delays = [200, 1_000, 5_000] as const;
const minute = 60_000;
const tooMany = 5;

export type RestartDecision = {
  /** ms until the next start. */
  delay: number;
  /** Five deaths in a minute: still restarted, but the system is not healthy. */
  unhealthy: boolean;
};

/** Decides by the moments (ms of steady time) of the deaths so far, the newest last. Deaths over a minute ago are forgiven. */
export const restartAfter = (deaths: readonly number[]): RestartDecision => {
  const newest = deaths.at(-1) ?? 0;
  const recent = deaths.filter((death) => newest - death < minute).length;
  return { delay: delays[Math.min(Math.max(recent, 1), delays.length) - 1] ?? 5_000, unhealthy: recent >= tooMany };
};
