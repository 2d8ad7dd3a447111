import { unlessAborted } from "#infra/ports/unless-aborted.ts";
import { createForgetting, makeRoom, type Room } from "./kept-answers.ts";

type Entry<Answer> = {
  answer: Promise<Answer>;
  until: number;
  pending: boolean;
  /** 0 while pending. */
  weight: number;
  /** Number of callers that wait for it. */
  waiting: number;
  stop: AbortController;
};

/** `fresh`: ignores cached and pending answers. */
export type Recent<Answer> = (
  key: string,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Answer>,
  how?: { fresh?: boolean },
) => Promise<Answer>;

/**
 * Caches answers for a while of steady time; drops them even if nobody asks again. Callers meanwhile share one request,
 * each until its own signal aborts. Without waiters the request is aborted.
 */
export const createRecent = <Answer>(
  steady: () => number,
  goodFor: number,
  room: Room<Answer> = { weigh: () => 0, atMost: 0 },
): Recent<Answer> => {
  const kept = new Map<string, Entry<Answer>>();
  const forgetting = createForgetting(steady, kept);

  const forget = (key: string, entry: Entry<Answer>) => {
    if (kept.get(key) === entry) kept.delete(key);
  };

  const begin = (key: string, now: number, ask: (signal: AbortSignal) => Promise<Answer>): Entry<Answer> => {
    const stop = new AbortController();
    const entry = { answer: ask(stop.signal), until: now + goodFor, pending: true, weight: 0, waiting: 0, stop };
    // Re-insert at the end: the map is in order of age.
    kept.delete(key);
    kept.set(key, entry);
    entry.answer.then(
      (answer) => {
        entry.pending = false;
        if (kept.get(key) !== entry) return;
        entry.weight = room.weigh(answer);
        makeRoom(kept, room.atMost);
        forgetting.later();
      },
      // A failure goes to its waiters and is forgotten, so the next call asks again.
      () => forget(key, entry),
    );
    return entry;
  };

  return async (key, signal, ask, { fresh = false } = {}) => {
    signal.throwIfAborted();
    const now = steady();
    forgetting.now();
    const entry = (fresh ? undefined : kept.get(key)) ?? begin(key, now, ask);
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
