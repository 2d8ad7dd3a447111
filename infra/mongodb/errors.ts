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
import type { Clock } from "../ports/clock.ts";
import { computeBackoffMs, formatReason } from "../ports/retries.ts";
import { StoreBusy, StoreFull, StoreUnwritable } from "../ports/store-errors.ts";
import { NoAnswer, withTimeout } from "../ports/timeout.ts";

/** MongoDB refuses access. Nothing was written. */
class AccessRefused extends StoreUnwritable {
  constructor(where: string, options?: ErrorOptions) {
    super(where, "access refused", options);
    this.message = `${where} refuses the user and password in MONGODB_URL, or that user may not read and write the database (role readWrite). Correct the setting or the user's rights. Waiting work then continues by itself.`;
  }
}

/** Codes of errors that pass: no primary, elections, servers starting or stopping, concurrent writes, timeouts. */
const transientCodes: ReadonlySet<unknown> = new Set([
  6, 7, 24, 43, 46, 50, 63, 64, 74, 79, 89, 91, 94, 100, 112, 133, 134, 150, 175, 189, 202, 211, 216, 234, 237, 262,
  276, 290, 314, 317, 358, 365, 384, 10107, 11600, 11601, 11602, 13388, 13435, 13436, 9001,
]);
const refusedCodes: ReadonlySet<unknown> = new Set([13, 18, 8000]);
const outOfDiskSpace = 14031;
const duplicateKey = 11000;

/** True if another document has this `_id` or unique name. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === duplicateKey;

/** Unwraps a server's error on connecting, and a bulk's. */
const innermost = (error: unknown): unknown => {
  if (error instanceof MongoServerSelectionError) return error.reason?.error ?? error;
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError)
    return innermost(error.errorResponse);
  return error;
};

/** The driver doesn't export this class. */
const isQueueTooLong = (error: unknown): boolean =>
  error instanceof MongoError && error.name === "MongoWaitQueueTimeoutError";

const isTransient = (error: unknown): boolean =>
  error instanceof NoAnswer ||
  isQueueTooLong(error) ||
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  error instanceof MongoWriteConcernError ||
  (error instanceof MongoError &&
    (transientCodes.has(error.code) ||
      error.hasErrorLabel(MongoErrorLabel.RetryableWriteError) ||
      error.hasErrorLabel(MongoErrorLabel.TransientTransactionError)));

const tooLarge: ReadonlySet<unknown> = new Set([10334, 17419, 17420]);

/** The document is too large. Nothing was written. */
export class DocumentTooLarge extends RangeError {
  override name = "DocumentTooLarge";
  constructor(what: string, options?: ErrorOptions) {
    super(`${what} is over the 16 MB that MongoDB takes in one document. It was not written.`, options);
  }
}

/** Maps an error that no retry mends; undefined for others. `server`: its name in messages. */
const permanentErrorOf = (error: unknown, server: string): unknown => {
  const inner = innermost(error);
  if (inner instanceof MongoServerError) {
    if (refusedCodes.has(inner.code)) return new AccessRefused(server, { cause: error });
    if (inner.code === outOfDiskSpace) return new StoreFull(server, { cause: error });
    if (tooLarge.has(inner.code)) return new DocumentTooLarge(`What was to be written to ${server}`, { cause: error });
  }
  if (isTransient(error) || isTransient(inner)) return undefined;
  if (!(error instanceof MongoError) || isDuplicate(error)) return error;
  return new Error(`${server} could not carry out Sheaf's request: ${formatReason(inner)}.`, { cause: error });
};

export type Attempt = {
  /** Time left, ms. */
  remainingMs: number;
  /** An earlier try got no response, but may take effect. */
  isRepeat: boolean;
};

/**
 * Retries `work`, which may run again after it took effect, so its writes must be idempotent.
 * @throws {StoreBusy} no response within `ms`; the work may be done
 * @throws lasting errors, and the driver's duplicate key ({@link isDuplicate})
 */
export const retryUntilAnswered = async <Answer>(
  { server, clock }: { server: string; clock: Pick<Clock, "steady"> },
  ms: number,
  work: (attempt: Attempt) => Promise<Answer>,
): Promise<Answer> => {
  const end = clock.steady() + ms;
  let why: unknown;
  for (let tries = 0; ; tries += 1) {
    try {
      const left = Math.max(1, end - clock.steady());
      return await withTimeout(work({ remainingMs: left, isRepeat: tries > 0 }), left);
    } catch (error) {
      const lasting = permanentErrorOf(error, server);
      if (lasting) throw lasting;
      // An earlier error says more than a timeout.
      if (why === undefined || !(error instanceof NoAnswer)) why = error;
      const pause = computeBackoffMs(tries, 1_000);
      if (clock.steady() + pause >= end)
        throw new StoreBusy(`${server} does not answer (${formatReason(innermost(why))}). Try again in a moment.`, {
          cause: why,
        });
      await sleep(pause);
    }
  }
};
