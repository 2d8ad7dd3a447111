import { createKeyedSerialQueue } from "./keyed-serial-queue.ts";

/**
 * Runs queries of one key in sequence, of different keys in parallel. Callers share a waiting query; one that has begun
 * may have read too early.
 */
export const createQueryCoalescer = () => {
  const runInSeries = createKeyedSerialQueue();
  const waiting = new Map<string, Promise<unknown>>();
  /** `name`: names the query within its key; equal names must have equal result types. */
  return <Result>(key: string, name: string, find: () => Promise<Result>): Promise<Result> => {
    const question = `${name} of ${key}`;
    const same = waiting.get(question) as Promise<Result> | undefined;
    if (same) return same;
    const turn = runInSeries(key, () => {
      waiting.delete(question);
      return find();
    });
    waiting.set(question, turn);
    return turn;
  };
};
