import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../ports/log.ts";
import { computeBackoffMs, formatReason } from "../ports/retries.ts";
import type { EventStore, Position } from "../ports/stores/event-store.ts";
import { removeSeal, type UnsealedEvent } from "../ports/stores/sealed-event.ts";
import { NoAnswer } from "../ports/timeout.ts";
import type { LogProgressTracker } from "./log-progress.ts";
import { type LogSubscription, openLogSubscription } from "./log-subscription.ts";
import type { LogPosition } from "./positions.ts";
import { toLogPosition } from "./read-stream.ts";
import type { Server } from "./server.ts";

/** Timeouts, ms. */
export type FollowTimeouts = {
  /** Time for the server to confirm a subscription or answer a read. */
  read: number;
  /** Wait for late events, after a check of a silent subscription. */
  look: number;
  /** Silence after which a subscription is checked. */
  quiet: number;
};

const maxPause = 5_000;

const isAdvancing = (feed: LogSubscription): boolean => feed.status() === "giving" || feed.status() === "caught-up";

/** Follows the log. When a subscription ends or falls silent, the next one continues there. */
export const follow = async (
  server: Server & { log?: Pick<Log, "warn" | "info"> | undefined },
  tracker: LogProgressTracker,
  timeouts: FollowTimeouts,
  { after, batchSize = 500 }: Parameters<EventStore["follow"]>[0],
  handleBatch: Parameters<EventStore["follow"]>[1],
  signal: AbortSignal,
): Promise<void> => {
  let last = after;
  if (last !== undefined) toLogPosition(last);
  /**
   * Position up to which everything was passed on. Undefined before a subscription gave something, and after a silent
   * one.
   */
  let resumePosition: LogPosition | undefined;
  let failures = 0;
  const handOn = async (events: readonly UnsealedEvent[]): Promise<void> => {
    const newest = events.at(-1);
    if (!newest || signal.aborted) return;
    await handleBatch(events.map(removeSeal));
    last = newest.position;
  };
  const onFailure = (error: unknown): void => {
    if (failures === 0 && !signal.aborted)
      server.log?.warn(
        { err: error },
        `${server.server} delivers no events (${formatReason(error)}). Sheaf keeps asking until they come.`,
      );
    failures += 1;
  };
  const onSuccess = (): void => {
    if (failures > 0) server.log?.info({}, `${server.server} delivers events again.`);
    failures = 0;
  };
  /** Returns the error that ended the subscription; undefined on abort. @throws the handler's error */
  const takeAll = async (feed: LogSubscription): Promise<{ error: unknown } | undefined> => {
    while (!signal.aborted) {
      const next = await takeBatch(tracker, timeouts, feed, last).catch((error: unknown) => ({ error }));
      if ("error" in next) return next;
      if (isAdvancing(feed)) onSuccess();
      await handOn(next.events);
    }
    return undefined;
  };
  while (!signal.aborted) {
    const begins =
      resumePosition ??
      (failures > 0
        ? tracker.startOf(last)
        : await tracker.startAfter(last, timeouts.read).catch((error: unknown) => ({ error })));
    if ("error" in begins) onFailure(begins.error);
    else {
      const feed = openLogSubscription(server, begins, { batchSize, signal });
      try {
        const ended = await takeAll(feed);
        if (ended) onFailure(ended.error);
        // The position may be past the end of an older copy of the log.
        resumePosition = isAdvancing(feed) && !(ended?.error instanceof NoAnswer) ? feed.reachedPosition() : undefined;
      } finally {
        feed.close();
      }
    }
    if (!signal.aborted)
      await sleep(computeBackoffMs(failures, maxPause), undefined, { signal }).catch(() => undefined);
  }
};

/** @throws {NoAnswer} the server doesn't confirm the subscription, or withholds events */
const takeBatch = async (
  tracker: LogProgressTracker,
  timeouts: FollowTimeouts,
  feed: LogSubscription,
  last: Position | undefined,
) => {
  const [statusBefore, through] = [feed.status(), feed.reachedPosition()];
  // The server may pass over others' events for long.
  const isFurther = (): boolean => feed.status() !== statusBefore || feed.reachedPosition() !== through;
  const events = await feed.next(statusBefore === "asked" ? timeouts.read : timeouts.quiet);
  if (events) return { events };
  if (feed.status() === "asked") throw new NoAnswer(`no subscription stands after ${timeouts.read} ms`);
  if (isFurther()) return { events: [] };
  // A client may lose a subscription silently.
  const newest = await tracker.newest(timeouts.read);
  if (newest === undefined || (last !== undefined && newest <= last)) return { events: [] };
  // New events may be about to arrive.
  const late = await feed.next(timeouts.look);
  if (!late && !isFurther()) throw new NoAnswer(`nothing came for ${timeouts.quiet} ms although there is more`);
  return { events: late ?? [] };
};
