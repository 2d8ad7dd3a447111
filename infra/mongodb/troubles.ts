import { setTimeout as sleep } from "node:timers/promises";
import {
  MongoBulkWriteError,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from "mongodb";
import { StoreBusy, StoreFull, StoreUnwritable } from "../ports/busy.ts";
import type { Clock } from "../ports/clock.ts";
import { pauseAfter, reasonOf } from "../ports/tries.ts";
import { NoAnswer, within } from "../ports/within.ts";

/** Thrown where MongoDB does not let Sheaf in, or not do what it must. Nothing was written; it works again when that is mended. */
class AccessRefused extends StoreUnwritable {
  constructor(where: string, options?: ErrorOptions) {
    super(where, "access refused", options);
    this.message = `${where} refuses the name and password of MONGODB_URL, or they may not read and write its database (role readWrite). Correct them there or here, and what waits continues by itself.`;
  }
}

/** MongoDB's numbers of what passes: nobody leads, who leads changes, servers begin or end, somebody else is writing, time is over. */
const passingCodes: ReadonlySet<unknown> = new Set([
  6, 7, 24, 43, 46, 50, 63, 64, 74, 79, 89, 91, 94, 100, 112, 133, 134, 150, 175, 189, 202, 211, 216, 234, 237, 262,
  276, 290, 314, 317, 358, 365, 384, 10107, 11600, 11601, 11602, 13388, 13435, 13436, 9001,
]);
const refusedCodes: ReadonlySet<unknown> = new Set([13, 18, 8000]);
const outOfDiskSpace = 14031;
const duplicateKey = 11000;

/** Something else stands under this `_id` or unique name. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === duplicateKey;

/** The driver wraps what a server said while a connection was made, and what became of a bulk. */
const innermost = (error: unknown): unknown => {
  if (error instanceof MongoServerSelectionError) return error.reason?.error ?? error;
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError)
    return innermost(error.errorResponse);
  return error;
};

/** The driver does not give this class out: nobody got a connection, since all wait for answers. */
const isQueueTooLong = (error: unknown): boolean =>
  error instanceof MongoError && error.name === "MongoWaitQueueTimeoutError";

const mayPass = (error: unknown): boolean =>
  error instanceof NoAnswer ||
  isQueueTooLong(error) ||
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  error instanceof MongoWriteConcernError ||
  (error instanceof MongoError &&
    (passingCodes.has(error.code) ||
      error.hasErrorLabel(MongoErrorLabel.RetryableWriteError) ||
      error.hasErrorLabel(MongoErrorLabel.TransientTransactionError)));

const tooLarge: ReadonlySet<unknown> = new Set([10334, 17419, 17420]);

/** Thrown where a document is over the 16 MB that MongoDB takes. Nothing of it was written. */
export class DocumentTooLarge extends RangeError {
  override name = "DocumentTooLarge";
  constructor(what: string, options?: ErrorOptions) {
    super(`${what} is over the 16 MB that MongoDB takes in one document. It was not written.`, options);
  }
}

/** What the port calls an error that asking again does not mend; undefined of one that may pass. `server` as sentences name it. */
const lastingTrouble = (error: unknown, server: string): unknown => {
  const inner = innermost(error);
  if (inner instanceof MongoServerError) {
    if (refusedCodes.has(inner.code)) return new AccessRefused(server, { cause: error });
    if (inner.code === outOfDiskSpace) return new StoreFull(server, { cause: error });
    if (tooLarge.has(inner.code)) return new DocumentTooLarge(`What was to be written to ${server}`, { cause: error });
  }
  if (mayPass(error) || mayPass(inner)) return undefined;
  if (!(error instanceof MongoError) || isDuplicate(error)) return error;
  return new Error(`${server} does not do what Sheaf asks: ${reasonOf(inner)}.`, { cause: error });
};

/** One of several tries of a call. */
export type Try = {
  /** How many ms are left for it. */
  left: number;
  /** An earlier try was not answered, and may have happened or happen yet. */
  isRepeat: boolean;
};

/**
 * Asks until there is an answer. `work` may be asked again after it has happened: what it writes must be such that this does no harm.
 * @throws {StoreBusy} there was none within `ms`; what was asked may have been done
 * @throws what does not pass, as {@link lastingTrouble} says it, and a duplicate key as the driver has it ({@link isDuplicate})
 */
export const patiently = async <Answer>(
  { server, clock }: { server: string; clock: Pick<Clock, "steady"> },
  ms: number,
  work: (attempt: Try) => Promise<Answer>,
): Promise<Answer> => {
  const end = clock.steady() + ms;
  let why: unknown;
  for (let tries = 0; ; tries += 1) {
    try {
      const left = Math.max(1, end - clock.steady());
      return await within(work({ left, isRepeat: tries > 0 }), left);
    } catch (error) {
      const lasting = lastingTrouble(error, server);
      if (lasting) throw lasting;
      // That time was over says less than what an earlier try was told.
      if (why === undefined || !(error instanceof NoAnswer)) why = error;
      const pause = pauseAfter(tries, 1_000);
      if (clock.steady() + pause >= end)
        throw new StoreBusy(`${server} does not answer (${reasonOf(innermost(why))}). Try again in a moment.`, {
          cause: why,
        });
      await sleep(pause);
    }
  }
};
