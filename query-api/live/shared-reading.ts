import { PlatformError } from "#infra/ports/store-platform.ts";
import { unlessAborted } from "#infra/ports/unless-aborted.ts";

const tooLong = () =>
  new PlatformError("unavailable", "Your store is taking too long to send its orders. Try again in a few minutes.");

/** What readings that are kept may weigh together; the oldest go first. */
type Room<Answer> = { weigh(answer: Answer): number; atMost: number };

type Reading<Answer> = {
  owner: string;
  answer: Promise<Answer>;
  /** ms of steady time at which it began. */
  began: number;
  pending: boolean;
  weight: number;
  waiting: number;
  stop: AbortController;
  /** Runs while nobody waits for it. */
  alone: NodeJS.Timeout | undefined;
};

export type Wanted<Answer> = {
  /** Whose it is: what an owner has let go is given up where they want something else. */
  owner: string;
  /** What decides the answer. */
  key: string;
  /** Only what begins from now on is an answer. */
  fresh: boolean;
  /** Whether an answer still serves that began `age` ms ago. */
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
 * all who want that meanwhile: however often somebody asks, of one key there is one at work and one to come.
 */
export const createSharedReadings = <Answer>(options: {
  steady(): number;
  room: Room<Answer>;
  patience: number;
  longest: number;
}): SharedReadings<Answer> => {
  const { steady, room, patience, longest } = options;
  const kept = new Map<string, Reading<Answer>>();
  const next = new Map<string, Promise<Reading<Answer>>>();

  const forget = (key: string, reading: Reading<Answer>): void => {
    if (kept.get(key) === reading) kept.delete(key);
  };
  const makeRoom = (): void => {
    let weight = 0;
    for (const reading of kept.values()) weight += reading.weight;
    for (const [key, reading] of kept) {
      if (weight <= room.atMost) return;
      if (reading.pending) continue;
      weight -= reading.weight;
      kept.delete(key);
    }
  };
  const giveUp = (reading: Reading<Answer>): void => {
    if (reading.pending) reading.stop.abort(new Error("Nobody waits for these orders any more."));
  };

  const begin = ({ owner, key, read }: Wanted<Answer>): Reading<Answer> => {
    for (const one of kept.values()) if (one.owner === owner && one.pending && one.waiting === 0) giveUp(one);
    const stop = new AbortController();
    const limit = setTimeout(() => stop.abort(tooLong()), longest).unref();
    const reading: Reading<Answer> = {
      owner,
      answer: read(stop.signal),
      began: steady(),
      pending: true,
      weight: 0,
      waiting: 0,
      stop,
      alone: undefined,
    };
    kept.delete(key);
    kept.set(key, reading);
    const end = (): void => {
      reading.pending = false;
      clearTimeout(limit);
      clearTimeout(reading.alone);
    };
    reading.answer.then(
      (answer) => {
        end();
        reading.weight = room.weigh(answer);
        makeRoom();
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
    const waiting = next.get(key);
    if (waiting) return waiting;
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
      if (reading.waiting === 0 && reading.pending) {
        reading.alone = setTimeout(giveUp, patience, reading);
        reading.alone.unref();
      }
    }
  };

  return {
    isReading: (key) => next.has(key) || kept.get(key)?.pending === true,
    async get(wanted) {
      const { key, fresh, serves, signal } = wanted;
      signal.throwIfAborted();
      const known = kept.get(key);
      if (known?.pending) return wait(fresh ? await unlessAborted(beginNext(wanted, known), signal) : known, signal);
      // Who asked for a fresh one has made others wait for it, too.
      const coming = next.get(key);
      if (coming) return wait(await unlessAborted(coming, signal), signal);
      if (known && !fresh && serves(await known.answer, steady() - known.began)) return known.answer;
      return wait(begin(wanted), signal);
    },
  };
};
