/** A file's permit to wait long for slow picture hosts. */
export type WaitPermit = {
  /** True if the file has it, or gets it now. Ask again while waiting: another shop may have got it. */
  acquire(): boolean;
  release(): void;
};

/** Bounds the files of an exporter that wait long for slow hosts, so that they never hold all its jobs. */
export type WaitPermits = { forFile(shop: string): WaitPermit };

/** Gives a shop a second permit only until another shop needs it. */
export const createWaitPermits = (max: number): WaitPermits => {
  /** Files and their shops, oldest permits first. */
  const holders = new Map<object, string>();
  const countOf = (shop: string): number => [...holders.values()].filter((holder) => holder === shop).length;
  /** Takes the newest permit of a shop that has several. */
  const revokeSpare = (): void => {
    const spare = [...holders].findLast(([, shop]) => countOf(shop) > 1);
    if (spare) holders.delete(spare[0]);
  };
  return {
    forFile: (shop) => {
      const file = {};
      return {
        acquire() {
          if (holders.has(file)) return true;
          if (holders.size >= max && countOf(shop) === 0) revokeSpare();
          if (holders.size >= max) return false;
          holders.set(file, shop);
          return true;
        },
        release() {
          holders.delete(file);
        },
      };
    },
  };
};
