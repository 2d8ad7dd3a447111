import { setTimeout as sleep } from "node:timers/promises";
import {
  ErrorType,
  isCommandError,
  MaxAppendSizeExceededError,
  NO_STREAM,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import { computeBackoffMs } from "../ports/retries.ts";
import type { AppendEngine } from "../ports/stores/checked-append.ts";
import { AppendTooLarge, type ExpectedVersion, WrongExpectedVersion } from "../ports/stores/event-store.ts";
import { toPermanentError } from "./errors.ts";
import { toEventData } from "./event-mapping.ts";
import { toPosition } from "./positions.ts";
import { readStream } from "./read-stream.ts";
import { requireLeader, type Server } from "./server.ts";
import { assertNotDeleted, truncatedStreamError } from "./truncated-streams.ts";

/** The server says that it is not the leader: it has written nothing, and the client reconnects to the leader. */
const isNotLeader = (error: unknown): boolean =>
  isCommandError(error as Error) && (error as { type?: unknown }).type === ErrorType.NOT_LEADER;

const conflict = (stream: string, expected: ExpectedVersion, error: WrongExpectedVersionError): WrongExpectedVersion =>
  new WrongExpectedVersion(
    stream,
    expected,
    typeof error.actualVersion === "bigint" ? Number(error.actualVersion) : "no-stream",
  );

/**
 * EventStoreDB's append ({@link AppendEngine}). If the leader changes or the connection breaks, the same append is sent
 * again until the timeout. It carries its expected version and event IDs, so it takes effect at most once.
 */
export const createAppendEngine = (server: Server, timeouts: { append: number; look: number }): AppendEngine => ({
  async append(stream, events, expectedVersion) {
    const { client, prefix, clock, ends } = server;
    const end = clock.steady() + timeouts.append;
    const expectedRevision = expectedVersion === "no-stream" ? NO_STREAM : BigInt(expectedVersion);
    const wanted = (expectedVersion === "no-stream" ? -1 : expectedVersion) + events.length;
    const data = events.map(toEventData);
    let isUnclear = false;
    for (let tries = 0; ; tries += 1) {
      try {
        if (expectedVersion === "no-stream") await assertNotDeleted(server, stream, end - clock.steady());
        const deadline = Math.max(1, end - clock.steady());
        const answer = await client.appendToStream(prefix + stream, data, {
          expectedRevision,
          deadline,
          ...requireLeader,
        });
        const version = Number(answer.nextExpectedRevision);
        ends.set(stream, version);
        if (version !== wanted)
          throw truncatedStreamError(server, stream, `an append stands at ${version} instead of ${wanted}`);
        return { version, position: answer.position && toPosition(answer.position) };
      } catch (error) {
        // A later read tells whether an earlier attempt was stored.
        if (error instanceof WrongExpectedVersionError && typeof error.actualVersion === "bigint")
          ends.set(stream, Number(error.actualVersion));
        if (error instanceof WrongExpectedVersionError)
          throw isUnclear ? error : conflict(stream, expectedVersion, error);
        if (error instanceof MaxAppendSizeExceededError)
          throw new AppendTooLarge(
            `${server.server} takes ${error.maxAppendSize} bytes in one append at most, and what goes to ${stream} is more.`,
            { cause: error },
          );
        const lasting = toPermanentError(error, server.server, prefix + stream);
        if (lasting) throw lasting;
        isUnclear ||= !isNotLeader(error);
        const pause = computeBackoffMs(tries, 500);
        if (clock.steady() + pause >= end) throw error;
        await sleep(pause);
      }
    }
  },
  readSealed: (stream, options) => readStream(server, stream, { ...options, ms: timeouts.look }),
});
