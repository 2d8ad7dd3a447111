/** A file's permit to wait long for slow picture hosts, released at its end. */
export type WaitPermit = { acquire(): boolean; release(): void };

/** Bounds the files of an exporter that wait long for slow hosts, so that they never hold all its jobs. */
export const createWaitPermits = (max: number): (() => WaitPermit) => {
  const holders = new Set<WaitPermit>();
  return () => {
    const permit: WaitPermit = {
      acquire() {
        if (holders.size < max) holders.add(permit);
        return holders.has(permit);
      },
      release: () => void holders.delete(permit),
    };
    return permit;
  };
};
