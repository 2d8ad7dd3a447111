import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore, Position } from "../ports/stores/event-store.ts";
import { type UnsealedEvent, withoutSeal } from "../ports/stores/sealed-event.ts";
import { pauseAfter, reasonOf } from "../ports/tries.ts";
import { NoAnswer } from "../ports/within.ts";
import type { Log, Server } from "./asking.ts";
import { type Feed, openFeed } from "./feed.ts";
import type { Places } from "./places.ts";
import type { LogPosition } from "./positions.ts";
import { placeOf } from "./reading.ts";

/**
 * ms. `read`: until the server confirms a subscription or answers a read; `quiet`: silence after which a subscription
 * is checked; `look`: after that check, for events still on their way.
 */
export type FollowPatience = { read: number; look: number; quiet: number };

const mostPause = 5_000;

const isGiving = (feed: Feed): boolean => feed.standing() === "giving" || feed.standing() === "caught-up";

/**
 * Passes on batches of successive subscriptions until the signal aborts. When one ends or falls silent, the next
 * continues where it stopped.
 */
export const follow = async (
  server: Server & { log?: Log | undefined },
  places: Places,
  patience: FollowPatience,
  { after, batchSize = 500 }: Parameters<EventStore["follow"]>[0],
  handleBatch: Parameters<EventStore["follow"]>[1],
  signal: AbortSignal,
): Promise<void> => {
  let last = after;
  if (last !== undefined) placeOf(last);
  /** Everything before it was passed on. Undefined until a subscription has given something, and after a silent one. */
  let reached: LogPosition | undefined;
  let failures = 0;
  const handOn = async (events: readonly UnsealedEvent[]): Promise<void> => {
    const newest = events.at(-1);
    if (!newest || signal.aborted) return;
    await handleBatch(events.map(withoutSeal));
    last = newest.position;
  };
  const onFailure = (error: unknown): void => {
    if (failures === 0 && !signal.aborted)
      server.log?.warn(
        { err: error },
        `${server.server} gives no events (${reasonOf(error)}). They are asked for again until they come.`,
      );
    failures += 1;
  };
  const onSuccess = (): void => {
    if (failures > 0) server.log?.info({}, `${server.server} gives events again.`);
    failures = 0;
  };
  /** The error that ended the subscription; undefined once the signal aborts. @throws the handler's error */
  const takeAll = async (feed: Feed): Promise<{ error: unknown } | undefined> => {
    while (!signal.aborted) {
      const next = await takeBatch(places, patience, feed, last).catch((error: unknown) => ({ error }));
      if ("error" in next) return next;
      if (isGiving(feed)) onSuccess();
      await handOn(next.events);
    }
    return undefined;
  };
  while (!signal.aborted) {
    const begins =
      reached ??
      (failures > 0
        ? places.startOf(last)
        : await places.startBehind(last, patience.read).catch((error: unknown) => ({ error })));
    if ("error" in begins) onFailure(begins.error);
    else {
      const feed = openFeed(server, begins, { batchSize, signal });
      try {
        const ended = await takeAll(feed);
        if (ended) onFailure(ended.error);
        // A silent one may stand after the end of an older copy of the log.
        reached = isGiving(feed) && !(ended?.error instanceof NoAnswer) ? feed.through() : undefined;
      } finally {
        feed.end();
      }
    }
    if (!signal.aborted) await sleep(pauseAfter(failures, mostPause), undefined, { signal }).catch(() => undefined);
  }
};

/** @throws {NoAnswer} the server doesn't confirm the subscription, or withholds events */
const takeBatch = async (places: Places, patience: FollowPatience, feed: Feed, last: Position | undefined) => {
  const [standing, through] = [feed.standing(), feed.through()];
  // The server may pass over other programs' events for long.
  const isFurther = (): boolean => feed.standing() !== standing || feed.through() !== through;
  const events = await feed.next(standing === "asked" ? patience.read : patience.quiet);
  if (events) return { events };
  if (feed.standing() === "asked") throw new NoAnswer(`no subscription stands after ${patience.read} ms`);
  if (isFurther()) return { events: [] };
  // A client may lose a subscription silently.
  const newest = await places.newest(patience.read);
  if (newest === undefined || (last !== undefined && newest <= last)) return { events: [] };
  // Events written during the check may still be on their way.
  const late = await feed.next(patience.look);
  if (!late && !isFurther()) throw new NoAnswer(`nothing came for ${patience.quiet} ms although there is more`);
  return { events: late ?? [] };
};
