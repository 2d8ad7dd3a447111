import { setTimeout as pause } from "node:timers/promises";
import { costsOf } from "./costs.ts";

/**
 * Proportional set size, MiB; `all`: what was seen, a second apart. `cpu`: seconds of the processor meanwhile.
 */
export type Memory = { start: number; peak: number; end: number; all: number[]; cpu: number };

/**
 * Watches the memory of the product's processes from now on. `end` gives it by process; of two with one name the second
 * is called '… 2'.
 */
export const watchMemory = async (supervisor: number) => {
  const memory = new Map<string, Memory>();
  const before = new Map<string, number>();
  const note = async (): Promise<void> => {
    for (const [name, { mib, cpu }] of await costsOf(supervisor)) {
      const { start = mib, peak = mib, all = [] } = memory.get(name) ?? {};
      if (!before.has(name)) before.set(name, cpu);
      all.push(mib);
      memory.set(name, { start, peak: Math.max(peak, mib), end: mib, all, cpu: cpu - (before.get(name) ?? 0) });
    }
  };
  await note();
  let watching = true;
  const watched = (async () => {
    while (watching) {
      await pause(1_000);
      await note();
    }
  })();
  return {
    end: async (): Promise<ReadonlyMap<string, Memory>> => {
      watching = false;
      await watched;
      return memory;
    },
  };
};
