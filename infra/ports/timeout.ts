import { StoreBusy } from "./store-errors.ts";

export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/** The work goes on after `ms`; its later errors are ignored. @throws {NoAnswer} */
export const withTimeout = <Result>(work: Promise<Result>, ms: number): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer(`There was no answer within ${ms} ms.`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** `who`: "The event store". @throws {StoreBusy} no response within `ms` */
export const withTimeoutOrBusy = async <Result>(work: Promise<Result>, ms: number, who: string): Promise<Result> => {
  try {
    return await withTimeout(work, ms);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new StoreBusy(`${who} does not answer. Try again in a moment.`, { cause: error });
  }
};
