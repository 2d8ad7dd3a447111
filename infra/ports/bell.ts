/** Tells waiters inside the process that something changed. */
export type Bell = {
  /** Grows with every ring. */
  rings(): number;
  ring(): void;
  /** Resolves at the next ring after the `since`-th, after `timeoutMs`, or when the signal aborts. */
  wait(options: { since: number; timeoutMs: number; signal: AbortSignal }): Promise<void>;
};

export const createBell = (): Bell => {
  const waiters = new Set<() => void>();
  let rung = 0;
  return {
    rings: () => rung,
    ring() {
      rung += 1;
      for (const resume of [...waiters]) resume();
    },
    wait({ since, timeoutMs, signal }) {
      if (rung !== since || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const resume = (): void => {
          clearTimeout(timer);
          signal.removeEventListener("abort", resume);
          waiters.delete(resume);
          resolve();
        };
        const timer = setTimeout(resume, timeoutMs);
        signal.addEventListener("abort", resume);
        waiters.add(resume);
      });
    },
  };
};
