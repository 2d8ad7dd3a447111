import { PlatformError } from "#infra/ports/store-platform.ts";
import { unlessAborted } from "#infra/ports/unless-aborted.ts";
import { type CacheLimit, createAnswerCache } from "../answer-cache.ts";

/** Time for a disconnected caller to return, ms. Until then their shop's other requests do not end their reading. */
const reconnectGrace = 10_000;

const readingTooSlow = () =>
  new PlatformError("unavailable", "Your store is taking too long to send its orders. Try again in a few minutes.");

type Reading<Answer> = {
  owner: string;
  key: string;
  answer: Promise<Answer>;
  waiterCount: number;
  abortController: AbortController;
  /** Runs while nobody waits. `unwatchedSince`: its start, steady ms. */
  abandonTimer: NodeJS.Timeout | undefined;
  unwatchedSince: number;
};

type ReadingRequest<Answer> = {
  /** Owner of the reading. An abandoned one ends when its owner wants something else. */
  owner: string;
  key: string;
  /** True to accept only a reading that begins after the call. */
  mustReload: boolean;
  /** True if a response of this age, ms, still serves. */
  serves(answer: Answer, age: number): boolean;
  /** Ends only this caller's wait. */
  signal: AbortSignal;
  read(signal: AbortSignal): Promise<Answer>;
};

export type SharedReadings<Answer> = {
  read(wanted: ReadingRequest<Answer>): Promise<Answer>;
  isReading(key: string): boolean;
};

/**
 * Shares long readings between all callers that want the same, also after a caller's timeout. Abandons a reading after
 * `abandonAfter` ms without waiters, or after `maxReadingTime` ms. Per key, one may be at work and one waiting. Forgets
 * a response after `goodFor` ms.
 */
export const createSharedReadings = <Answer extends {}>(options: {
  steady(): number;
  room: CacheLimit<Answer>;
  abandonAfter: number;
  maxReadingTime: number;
  goodFor: number;
}): SharedReadings<Answer> => {
  const { steady, room, abandonAfter: abandonAfterMs, maxReadingTime: maxReadingMs, goodFor } = options;
  /** Steady time of the end, ms: disconnected callers return for the result. */
  type Result = { answer: Answer; endedAt: number };
  const results = createAnswerCache<Result>(steady, { weigh: ({ answer }) => room.weigh(answer), atMost: room.atMost });
  /** Readings at work. */
  const readings = new Map<string, Reading<Answer>>();
  const next = new Map<string, Promise<Reading<Answer>>>();

  const giveUp = (reading: Reading<Answer>): void =>
    reading.abortController.abort(new Error("Nobody waits for these orders any more."));

  const leaveAlone = (reading: Reading<Answer>): void => {
    reading.unwatchedSince = steady();
    reading.abandonTimer = setTimeout(giveUp, abandonAfterMs, reading).unref();
  };

  const begin = ({ owner, key, read }: ReadingRequest<Answer>): Reading<Answer> => {
    for (const one of readings.values())
      if (one.owner === owner && one.waiterCount === 0 && steady() - one.unwatchedSince >= reconnectGrace) giveUp(one);
    const stop = new AbortController();
    const limit = setTimeout(() => stop.abort(readingTooSlow()), maxReadingMs).unref();
    const reading: Reading<Answer> = {
      owner,
      key,
      answer: read(stop.signal),
      waiterCount: 0,
      abortController: stop,
      abandonTimer: undefined,
      unwatchedSince: steady(),
    };
    leaveAlone(reading);
    readings.set(key, reading);
    const end = (): void => {
      if (readings.get(key) === reading) readings.delete(key);
      clearTimeout(limit);
      clearTimeout(reading.abandonTimer);
    };
    // Failures are not cached.
    reading.answer.then((answer) => {
      end();
      results.set(key, { answer, endedAt: steady() }, goodFor);
    }, end);
    return reading;
  };

  /** Begins a reading when the current one has ended. */
  const beginNext = (request: ReadingRequest<Answer>, current: Reading<Answer>): Promise<Reading<Answer>> => {
    const { key } = request;
    const turn = current.answer
      .catch(() => undefined)
      .then(() => {
        next.delete(key);
        return begin(request);
      });
    next.set(key, turn);
    return turn;
  };

  const wait = async (reading: Reading<Answer>, signal: AbortSignal): Promise<Answer> => {
    reading.waiterCount += 1;
    clearTimeout(reading.abandonTimer);
    try {
      return await unlessAborted(reading.answer, signal);
    } finally {
      reading.waiterCount -= 1;
      if (reading.waiterCount === 0 && readings.get(reading.key) === reading) leaveAlone(reading);
    }
  };

  return {
    isReading: (key) => next.has(key) || readings.has(key),
    async read(request) {
      const { key, mustReload, serves, signal } = request;
      signal.throwIfAborted();
      // It also serves callers that wanted a fresh one, were disconnected, and return.
      const coming = next.get(key);
      if (coming) return wait(await unlessAborted(coming, signal), signal);
      const current = readings.get(key);
      if (current) return wait(mustReload ? await unlessAborted(beginNext(request, current), signal) : current, signal);
      const result = mustReload ? undefined : results.get(key);
      if (result && serves(result.answer, steady() - result.endedAt)) return result.answer;
      return wait(begin(request), signal);
    },
  };
};
