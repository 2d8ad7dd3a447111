/** Limits how many files of one exporter wait long for slow picture hosts, so that they never hold all its jobs. */
export type WaitPermits = {
  /** Returns the function that gives the permit back. Undefined if all are taken. */
  acquire(): (() => void) | undefined;
};

export const createWaitPermits = (max: number): WaitPermits => {
  let taken = 0;
  return {
    acquire() {
      if (taken >= max) return undefined;
      taken += 1;
      return () => {
        taken -= 1;
      };
    },
  };
};
