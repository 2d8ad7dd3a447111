import { setTimeout as delay } from "node:timers/promises";
import { PassingFault } from "./fetch-picture.ts";
import type { Picture } from "./picture.ts";
import type { PictureSource } from "./source.ts";

/** Between two tries of one picture, ms; the last one from then on. */
const pauses = [500, 1_000, 2_000, 4_000, 8_000] as const;
/** A picture that fails while its host gives others is tried so often. */
const mostTries = 3;
/** A host that gives nothing is waited for so long by one picture, ms. */
const longestOutage = 45_000;

/** Resolves after `ms`, or when the signal aborts. */
type Pause = (ms: number, signal: AbortSignal) => Promise<void>;
const pauseForReal: Pause = (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined);

/**
 * Tries pictures again whose host has a fault that may pass. A host that is down for some seconds costs no picture: all of its pictures wait for it.
 * One picture that fails alone is soon given up. `over`: the file waits no longer.
 */
export const createPatientSource = (
  source: PictureSource,
  {
    over,
    pause = pauseForReal,
    now = () => performance.now(),
  }: { over: AbortSignal; pause?: Pause; now?: () => number },
): PictureSource => {
  /** When each host last gave a picture. */
  const gave = new Map<string, number>();
  return async (address, signal): Promise<Picture | undefined> => {
    const host = URL.parse(address)?.host ?? "";
    const since = now();
    for (let tries = 1; ; tries += 1) {
      try {
        const picture = await source(address, signal);
        gave.set(host, now());
        return picture;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof PassingFault)) throw error;
        const isAlone = (gave.get(host) ?? Number.NEGATIVE_INFINITY) > since;
        if (over.aborted || (isAlone && tries >= mostTries) || now() - since > longestOutage) return undefined;
        await pause(pauses[Math.min(tries, pauses.length) - 1] ?? 0, AbortSignal.any([signal, over]));
        signal.throwIfAborted();
      }
    }
  };
};
