import { StoreBusy } from "./busy.ts";

/** Thrown when no answer comes in time. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/**
 * The promise's outcome, if it comes within `ms`. The work itself goes on; its later errors are ignored. @throws
 * {NoAnswer}
 */
export const within = <Result>(work: Promise<Result>, ms: number): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer(`There was no answer within ${ms} ms.`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** A store's answer, if it comes within `ms`; `who`: "The event store". @throws {StoreBusy} there is none */
export const orBusy = async <Result>(work: Promise<Result>, ms: number, who: string): Promise<Result> => {
  try {
    return await within(work, ms);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new StoreBusy(`${who} does not answer. Try again in a moment.`, { cause: error });
  }
};
