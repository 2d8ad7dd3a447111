import { unlessAborted } from "#infra/ports/unless-aborted.ts";

type Entry<Answer> = {
  answer: Promise<Answer>;
  until: number;
  pending: boolean;
  /** How many wait for it. */
  waiting: number;
  stop: AbortController;
};

export type Recent<Answer> = (
  key: string,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Answer>,
) => Promise<Answer>;

/**
 * Remembers answers for a while of steady time, and lets those who ask meanwhile wait for the same one. Each of them waits as long
 * as their own signal lets them, and no longer; the question itself is given up when nobody waits for it any more.
 */
export const createRecent = <Answer>(steady: () => number, goodFor: number): Recent<Answer> => {
  const kept = new Map<string, Entry<Answer>>();

  const forget = (key: string, entry: Entry<Answer>) => {
    if (kept.get(key) === entry) kept.delete(key);
  };

  const begin = (key: string, now: number, ask: (signal: AbortSignal) => Promise<Answer>): Entry<Answer> => {
    const stop = new AbortController();
    const entry = { answer: ask(stop.signal), until: now + goodFor, pending: true, waiting: 0, stop };
    kept.set(key, entry);
    entry.answer.then(
      () => {
        entry.pending = false;
      },
      // A failure is told to those who wait for it, and forgotten: the next one asks again.
      () => forget(key, entry),
    );
    return entry;
  };

  return async (key, signal, ask) => {
    signal.throwIfAborted();
    const now = steady();
    for (const [old, entry] of kept) if (!entry.pending && entry.until <= now) kept.delete(old);
    const entry = kept.get(key) ?? begin(key, now, ask);
    entry.waiting += 1;
    try {
      return await unlessAborted(entry.answer, signal);
    } finally {
      entry.waiting -= 1;
      if (entry.waiting === 0 && entry.pending) {
        forget(key, entry);
        entry.stop.abort(signal.reason);
      }
    }
  };
};
