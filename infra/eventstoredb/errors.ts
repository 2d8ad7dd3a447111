import { setTimeout as sleep } from "node:timers/promises";
import { ErrorType, isCommandError } from "@eventstore/db-client";
import type { Clock } from "../ports/clock.ts";
import { operatorCommand } from "../ports/operator-command.ts";
import { computeBackoffMs, formatReason } from "../ports/retries.ts";
import { StoreBusy, StoreDamaged, StoreUnwritable, StreamDamaged } from "../ports/store-errors.ts";
import { NoAnswer } from "../ports/timeout.ts";

/** The server refuses access. Nothing was written. */
class AccessRefused extends StoreUnwritable {
  constructor(where: string, options?: ErrorOptions) {
    super(where, "access refused", options);
    this.message = `${where} refuses the user and password in EVENTSTORE_URL, or that user may not read and write all streams. Correct the setting or the user's rights. Waiting work then continues by itself.`;
  }
}

/** Sheaf may log in, but not read the log. */
export class LogRefused extends AccessRefused {
  constructor(where: string, options?: ErrorOptions) {
    super(where, options);
    this.message = `${where} does not let the user of EVENTSTORE_URL read all streams ($all). Put the user into the group $admins, or give $all an ACL whose $r names $admins and the user's group. Then start Sheaf again.`;
  }
}

/** Thrown when no event begins at a position: an older copy of the log was restored, for instance. */
export class NoSuchPosition extends Error {
  override name = "NoSuchPosition";
  constructor(server: string, options?: ErrorOptions) {
    super(
      `${server} has no event at the position where Sheaf left off. An older copy was probably restored. Stop Sheaf and run '${operatorCommand("repair")}'.`,
      options,
    );
  }
}

/** gRPC codes. The permanent ones: invalid argument, permission denied, unimplemented, unauthenticated. */
const [unknown, invalidArgument] = [2, 3];
const permanentCodes: readonly unknown[] = [invalidArgument, 7, 12, 16];

const getErrorCode = (error: unknown): unknown =>
  error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : undefined;

/** True for a position without an event. Version 24.10 reports it as an unknown error with this name. */
const isNoSuchPosition = (error: unknown): boolean =>
  getErrorCode(error) === invalidArgument ||
  (getErrorCode(error) === unknown && /InvalidPosition/.test(formatReason(error)));

/**
 * Sends a request with a position. 23.10 refuses one without an event, and gives no reason. The position is at fault if
 * the server answers `another` question, then refuses this one again.
 * @throws {NoSuchPosition}
 */
export const askAtPosition = async <Answer>(
  server: string,
  ask: () => Promise<Answer>,
  another: () => Promise<unknown>,
): Promise<Answer> => {
  try {
    return await ask();
  } catch (error) {
    if (isNoSuchPosition(error)) throw new NoSuchPosition(server, { cause: error });
    if (getErrorCode(error) !== unknown) throw error;
    await another();
    return await ask().catch((again: unknown) => {
      throw getErrorCode(again) === unknown ? new NoSuchPosition(server, { cause: again }) : again;
    });
  }
};

const typeOf = (error: unknown): ErrorType | undefined =>
  isCommandError(error as Error) ? (error as { type: ErrorType }).type : undefined;

export const isRefused = (error: unknown): boolean =>
  typeOf(error) === ErrorType.ACCESS_DENIED || getErrorCode(error) === 7 || getErrorCode(error) === 16;

/** Maps an error that no retry can fix; undefined for others. `server`: its name in messages. */
export const toPermanentError = (error: unknown, server: string, stream?: string): Error | undefined => {
  const type = typeOf(error);
  if ([StoreDamaged, StreamDamaged, AccessRefused, NoSuchPosition].some((kind) => error instanceof kind))
    return error as Error;
  if (isRefused(error)) return new AccessRefused(server, { cause: error });
  if (type === ErrorType.STREAM_DELETED)
    return new StreamDamaged(
      `${server} no longer has the stream ${stream}: it was permanently deleted there. Restore a backup of the server.`,
      { cause: error },
    );
  if (permanentCodes.includes(getErrorCode(error)))
    return new Error(`${server} does not understand Sheaf's request: ${formatReason(error)}`, { cause: error });
  return undefined;
};

export type ServerLiveness = {
  /** True if the last request is unanswered, and nothing has come since. */
  isSilent: boolean;
  messagesReceived: number;
};

/** A call to a silent server gets a fifth of the time, so that two calls in a row end within 10 s. */
const silentDivisor = 5;

/**
 * Retries until answered; `work` must end within the ms it gets.
 * @throws {StoreBusy} no response within `ms`
 * @throws permanent errors of {@link toPermanentError}
 */
export const retryUntilAnswered = async <Answer>(
  {
    server,
    clock,
    liveness,
    stream,
  }: { server: string; clock: Pick<Clock, "steady">; liveness: ServerLiveness; stream?: string },
  ms: number,
  work: (left: number) => Promise<Answer>,
): Promise<Answer> => {
  const end = clock.steady() + (liveness.isSilent ? ms / silentDivisor : ms);
  const receivedBefore = liveness.messagesReceived;
  let cause: unknown;
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await work(end - clock.steady());
      liveness.isSilent = false;
      liveness.messagesReceived += 1;
      return answer;
    } catch (error) {
      const permanent = toPermanentError(error, server, stream);
      if (permanent) throw permanent;
      // The last try may have had too little time.
      if (cause === undefined || !(error instanceof NoAnswer)) cause = error;
      const pause = computeBackoffMs(tries, 1_000);
      if (clock.steady() + pause >= end) {
        liveness.isSilent = liveness.messagesReceived === receivedBefore;
        throw new StoreBusy(`${server} does not answer (${formatReason(cause)}). Try again in a moment.`, { cause });
      }
      await sleep(pause);
    }
  }
};
