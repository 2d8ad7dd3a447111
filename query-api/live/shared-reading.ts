import { PlatformError } from "#infra/ports/store-platform.ts";
import { unlessAborted } from "#infra/ports/unless-aborted.ts";
import { type CacheLimit, createExpirySweeper, evictOldest } from "../cache-eviction.ts";

/** Time for a disconnected caller to return, ms. Until then their shop's other requests do not end their reading. */
const reconnectGrace = 10_000;

const readingTooSlow = () =>
  new PlatformError("unavailable", "Your store is taking too long to send its orders. Try again in a few minutes.");

type Reading<Answer> = {
  owner: string;
  answer: Promise<Answer>;
  result: { answer: Answer } | undefined;
  /** Steady time of the end, ms: disconnected callers return for the result. */
  endedAt: number;
  /** Steady time, ms. */
  validUntil: number;
  pending: boolean;
  weight: number;
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
export const createSharedReadings = <Answer>(options: {
  steady(): number;
  room: CacheLimit<Answer>;
  abandonAfter: number;
  maxReadingTime: number;
  goodFor: number;
}): SharedReadings<Answer> => {
  const { steady, room, abandonAfter: abandonAfterMs, maxReadingTime: maxReadingMs, goodFor } = options;
  const readings = new Map<string, Reading<Answer>>();
  const forgetting = createExpirySweeper(steady, readings);
  const next = new Map<string, Promise<Reading<Answer>>>();

  const forget = (key: string, reading: Reading<Answer>): void => {
    if (readings.get(key) === reading) readings.delete(key);
  };
  const giveUp = (reading: Reading<Answer>): void => {
    if (reading.pending) reading.abortController.abort(new Error("Nobody waits for these orders any more."));
  };

  const leaveAlone = (reading: Reading<Answer>): void => {
    reading.unwatchedSince = steady();
    reading.abandonTimer = setTimeout(giveUp, abandonAfterMs, reading).unref();
  };

  const begin = ({ owner, key, read }: ReadingRequest<Answer>): Reading<Answer> => {
    for (const one of readings.values())
      if (
        one.owner === owner &&
        one.pending &&
        one.waiterCount === 0 &&
        steady() - one.unwatchedSince >= reconnectGrace
      )
        giveUp(one);
    const stop = new AbortController();
    const limit = setTimeout(() => stop.abort(readingTooSlow()), maxReadingMs).unref();
    const reading: Reading<Answer> = {
      owner,
      answer: read(stop.signal),
      result: undefined,
      endedAt: 0,
      validUntil: Number.POSITIVE_INFINITY,
      pending: true,
      weight: 0,
      waiterCount: 0,
      abortController: stop,
      abandonTimer: undefined,
      unwatchedSince: steady(),
    };
    leaveAlone(reading);
    readings.delete(key);
    readings.set(key, reading);
    const end = (): void => {
      reading.pending = false;
      reading.endedAt = steady();
      reading.validUntil = reading.endedAt + goodFor;
      clearTimeout(limit);
      clearTimeout(reading.abandonTimer);
    };
    reading.answer.then(
      (answer) => {
        end();
        reading.result = { answer };
        reading.weight = room.weigh(answer);
        evictOldest(readings, room.atMost);
        forgetting.scheduleSweep();
      },
      // Failures are not cached.
      () => {
        end();
        forget(key, reading);
      },
    );
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
      if (reading.waiterCount === 0 && reading.pending) leaveAlone(reading);
    }
  };

  return {
    isReading: (key) => next.has(key) || readings.get(key)?.pending === true,
    async read(request) {
      const { key, mustReload, serves, signal } = request;
      signal.throwIfAborted();
      // It also serves callers that wanted a fresh one, were disconnected, and return.
      const coming = next.get(key);
      if (coming) return wait(await unlessAborted(coming, signal), signal);
      const cached = readings.get(key);
      if (cached?.pending)
        return wait(mustReload ? await unlessAborted(beginNext(request, cached), signal) : cached, signal);
      const there = mustReload ? undefined : cached?.result;
      if (cached && there && serves(there.answer, steady() - cached.endedAt)) return there.answer;
      return wait(begin(request), signal);
    },
  };
};
