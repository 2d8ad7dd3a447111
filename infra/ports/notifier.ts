/** Wakes waiters in this process. */
export type Notifier = {
  notifications(): number;
  notify(): void;
  /** Resolves at the first notification after number `since`, after `timeoutMs`, or on abort. */
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
