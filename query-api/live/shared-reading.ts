import { PlatformError } from "#infra/ports/store-platform.ts";
import { unlessAborted } from "#infra/ports/unless-aborted.ts";
import { createForgetting, makeRoom, type Room } from "../kept-answers.ts";

/** So soon whoever was cut off comes back, ms: till then what their shop wants beside it does not end their reading. */
const grace = 10_000;

const tooLong = () =>
  new PlatformError("unavailable", "Your store is taking too long to send its orders. Try again in a few minutes.");

type Reading<Answer> = {
  owner: string;
  answer: Promise<Answer>;
  /** Its answer, once it is there: who asks whether that still serves is answered at once, before anybody else asks. */
  there: { answer: Answer } | undefined;
  /** ms of steady time at which it ended: who waited for it, and was cut off, comes back for it. */
  ended: number;
  /** And at which it is forgotten. */
  until: number;
  pending: boolean;
  weight: number;
  waiting: number;
  stop: AbortController;
  /** Runs while nobody waits for it, since then in steady ms. */
  alone: NodeJS.Timeout | undefined;
  aloneSince: number;
};

type Wanted<Answer> = {
  /** Whose it is: what an owner has let go is given up where they want something else. */
  owner: string;
  /** What decides the answer. */
  key: string;
  /** Only what begins from now on is an answer. */
  fresh: boolean;
  /** Whether an answer still serves that was there `age` ms ago. */
  serves(answer: Answer, age: number): boolean;
  /** How long the caller waits: the reading goes on. */
  signal: AbortSignal;
  read(signal: AbortSignal): Promise<Answer>;
};

export type SharedReadings<Answer> = {
  get(wanted: Wanted<Answer>): Promise<Answer>;
  /** Whether one is under way for a key. */
  isReading(key: string): boolean;
};

/**
 * Long readings that many wait for: all who want the same share one, also those who come back for it after their own time was over. It is given up
 * when nobody has waited for `patience` ms, and after `longest` ms at all. Who wants a fresh one while one is under way waits for the next, and so do
 * all who want that meanwhile: however often somebody asks, of one key there is one at work and one to come. Its answer is forgotten `goodFor` ms after
 * it ended.
 */
export const createSharedReadings = <Answer>(options: {
  steady(): number;
  room: Room<Answer>;
  patience: number;
  longest: number;
  goodFor: number;
}): SharedReadings<Answer> => {
  const { steady, room, patience, longest, goodFor } = options;
  const kept = new Map<string, Reading<Answer>>();
  const forgetting = createForgetting(steady, kept);
  const next = new Map<string, Promise<Reading<Answer>>>();

  const forget = (key: string, reading: Reading<Answer>): void => {
    if (kept.get(key) === reading) kept.delete(key);
  };
  const giveUp = (reading: Reading<Answer>): void => {
    if (reading.pending) reading.stop.abort(new Error("Nobody waits for these orders any more."));
  };

  const leaveAlone = (reading: Reading<Answer>): void => {
    reading.aloneSince = steady();
    reading.alone = setTimeout(giveUp, patience, reading).unref();
  };

  const begin = ({ owner, key, read }: Wanted<Answer>): Reading<Answer> => {
    for (const one of kept.values())
      if (one.owner === owner && one.pending && one.waiting === 0 && steady() - one.aloneSince >= grace) giveUp(one);
    const stop = new AbortController();
    const limit = setTimeout(() => stop.abort(tooLong()), longest).unref();
    const reading: Reading<Answer> = {
      owner,
      answer: read(stop.signal),
      there: undefined,
      ended: 0,
      until: Number.POSITIVE_INFINITY,
      pending: true,
      weight: 0,
      waiting: 0,
      stop,
      alone: undefined,
      aloneSince: steady(),
    };
    leaveAlone(reading);
    kept.delete(key);
    kept.set(key, reading);
    const end = (): void => {
      reading.pending = false;
      reading.ended = steady();
      reading.until = reading.ended + goodFor;
      clearTimeout(limit);
      clearTimeout(reading.alone);
    };
    reading.answer.then(
      (answer) => {
        end();
        reading.there = { answer };
        reading.weight = room.weigh(answer);
        makeRoom(kept, room.atMost);
        forgetting.later();
      },
      // It is told to those who wait for it, and forgotten: the next one asks again.
      () => {
        end();
        forget(key, reading);
      },
    );
    return reading;
  };

  /** The next one, once that which is under way has ended. */
  const beginNext = (wanted: Wanted<Answer>, current: Reading<Answer>): Promise<Reading<Answer>> => {
    const { key } = wanted;
    const turn = current.answer
      .catch(() => undefined)
      .then(() => {
        next.delete(key);
        return begin(wanted);
      });
    next.set(key, turn);
    return turn;
  };

  const wait = async (reading: Reading<Answer>, signal: AbortSignal): Promise<Answer> => {
    reading.waiting += 1;
    clearTimeout(reading.alone);
    try {
      return await unlessAborted(reading.answer, signal);
    } finally {
      reading.waiting -= 1;
      if (reading.waiting === 0 && reading.pending) leaveAlone(reading);
    }
  };

  return {
    isReading: (key) => next.has(key) || kept.get(key)?.pending === true,
    async get(wanted) {
      const { key, fresh, serves, signal } = wanted;
      signal.throwIfAborted();
      // Also for who asked for a fresh one, was cut off, and comes back for it.
      const coming = next.get(key);
      if (coming) return wait(await unlessAborted(coming, signal), signal);
      const known = kept.get(key);
      if (known?.pending) return wait(fresh ? await unlessAborted(beginNext(wanted, known), signal) : known, signal);
      const there = fresh ? undefined : known?.there;
      if (known && there && serves(there.answer, steady() - known.ended)) return there.answer;
      return wait(begin(wanted), signal);
    },
  };
};
