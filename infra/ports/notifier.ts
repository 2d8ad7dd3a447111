/** Tells waiters inside the process that something changed. */
export type Notifier = {
  /** Grows with every ring. */
  notifications(): number;
  notify(): void;
  /** Resolves at the next ring after the `since`-th, after `timeoutMs`, or when the signal aborts. */
  wait(options: { since: number; timeoutMs: number; signal: AbortSignal }): Promise<void>;
};

export const createNotifier = (): Notifier => {
  const waiters = new Set<() => void>();
  let notified = 0;
  return {
    notifications: () => notified,
    notify() {
      notified += 1;
      for (const resume of [...waiters]) resume();
    },
    wait({ since, timeoutMs, signal }) {
      if (notified !== since || signal.aborted) return Promise.resolve();
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
