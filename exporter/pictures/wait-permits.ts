/** A file's permit to wait long for slow picture hosts. */
export type WaitPermit = {
  /** Returns whether the file has it, or gets it now. */
  acquire(): boolean;
  release(): void;
};

/** Limits how many files of one exporter wait long for slow picture hosts, so that they never hold all its jobs. */
export type WaitPermits = { forFile(shop: string): WaitPermit };

/** Gives at most one permit to a shop. */
export const createWaitPermits = (max: number): WaitPermits => {
  const holders = new Set<string>();
  return {
    forFile: (shop) => {
      let isHeld = false;
      return {
        acquire() {
          if (!isHeld && holders.size < max && !holders.has(shop)) {
            holders.add(shop);
            isHeld = true;
          }
          return isHeld;
        },
        release() {
          if (isHeld) holders.delete(shop);
          isHeld = false;
        },
      };
    },
  };
};
