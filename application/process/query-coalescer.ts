import { createKeyedSerialQueue } from "./keyed-serial-queue.ts";

/**
 * Queries of one key run in sequence, others in parallel. Callers share a waiting query; one that has begun may have
 * read too early.
 */
export const createQueryCoalescer = () => {
  const runInSeries = createKeyedSerialQueue();
  const waiting = new Map<string, Promise<unknown>>();
  /** `name`: of the query within its key; equal names must have equal result types. */
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
