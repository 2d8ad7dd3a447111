import { setTimeout as sleep } from "node:timers/promises";

/** Waits until the check answers something other than undefined or false; fails with the description after 15 s. */
export const eventually = async <T>(
  what: string,
  check: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> => {
  const deadline = performance.now() + 15_000;
  for (;;) {
    const found = await check();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`Still not: ${what}.`);
    await sleep(5);
  }
};
