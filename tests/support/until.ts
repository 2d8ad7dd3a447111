import { setTimeout as pause } from "node:timers/promises";

/**
 * Asks again and again until the response is neither undefined, null nor false, and gives it.
 * Fails with the last response's picture when `within` milliseconds are over.
 */
export const until = async <Value>(
  what: string,
  ask: () => Promise<Value | undefined | null | false> | Value | undefined | null | false,
  { within = 30_000, every = 50, picture }: { within?: number; every?: number; picture?: () => string } = {},
): Promise<Value> => {
  const end = performance.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (performance.now() > end)
      throw new Error(`Gave up after ${within} ms: ${what}.${picture ? ` Last seen: ${picture()}` : ""}`);
    await pause(every);
  }
};
