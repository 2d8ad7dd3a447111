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

/** True if the server isn't the leader: nothing was written, and the client reconnects to the leader. */
const isNotLeader = (error: unknown): boolean =>
  isCommandError(error as Error) && (error as { type?: unknown }).type === ErrorType.NOT_LEADER;

const conflict = (stream: string, expected: ExpectedVersion, error: WrongExpectedVersionError): WrongExpectedVersion =>
  new WrongExpectedVersion(
    stream,
    expected,
    typeof error.actualVersion === "bigint" ? Number(error.actualVersion) : "no-stream",
  );

/**
 * Creates the append. After a change of leader or a broken connection, it sends the same append again until the
 * timeout. Expected version and event IDs make it take effect at most once.
 */
export const createAppendEngine = (server: Server, timeouts: { appendMs: number; readMs: number }): AppendEngine => ({
  async append(stream, events, expectedVersion) {
    const { client, prefix, clock, lastVersions } = server;
    const deadline = clock.steady() + timeouts.appendMs;
    const expectedRevision = expectedVersion === "no-stream" ? NO_STREAM : BigInt(expectedVersion);
    const expectedNewVersion = (expectedVersion === "no-stream" ? -1 : expectedVersion) + events.length;
    const data = events.map(toEventData);
    let outcomeUnknown = false;
    for (let attempt = 0; ; attempt += 1) {
      try {
        if (expectedVersion === "no-stream") await assertNotDeleted(server, stream, deadline - clock.steady());
        const remainingMs = Math.max(1, deadline - clock.steady());
        const answer = await client.appendToStream(prefix + stream, data, {
          expectedRevision,
          deadline: remainingMs,
          ...requireLeader,
        });
        const version = Number(answer.nextExpectedRevision);
        lastVersions.set(stream, version);
        if (version !== expectedNewVersion)
          throw truncatedStreamError(server, stream, `an append stands at ${version} instead of ${expectedNewVersion}`);
        return { version, position: answer.position && toPosition(answer.position) };
      } catch (error) {
        // A later read shows whether an earlier attempt was stored.
        if (error instanceof WrongExpectedVersionError && typeof error.actualVersion === "bigint")
          lastVersions.set(stream, Number(error.actualVersion));
        if (error instanceof WrongExpectedVersionError)
          throw outcomeUnknown ? error : conflict(stream, expectedVersion, error);
        if (error instanceof MaxAppendSizeExceededError)
          throw new AppendTooLarge(
            `${server.server} accepts at most ${error.maxAppendSize} bytes in one append, and this one to ${stream} is larger.`,
            { cause: error },
          );
        const permanent = toPermanentError(error, server.server, prefix + stream);
        if (permanent) throw permanent;
        outcomeUnknown ||= !isNotLeader(error);
        const pause = computeBackoffMs(attempt, 500);
        if (clock.steady() + pause >= deadline) throw error;
        await sleep(pause);
      }
    }
  },
  readSealed: (stream, options) => readStream(server, stream, { ...options, ms: timeouts.readMs }),
});
