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

/** ms. `read`: until the server confirms a subscription or answers a question; `quiet`: after which a silent one is asked about; `look`: then, for what is still on its way. */
export type FollowPatience = { read: number; look: number; quiet: number };

const mostPause = 5_000;

const isGiving = (feed: Feed): boolean => feed.standing() === "giving" || feed.standing() === "caught-up";

/**
 * Hands on batches of one subscription after the other: each that ends or falls silent is followed by one from where it was, until the signal
 * aborts.
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
  /** All before it was handed on; undefined until a subscription gave something, and after one that said nothing. */
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
  /** Answers what ended the subscription; undefined once the signal aborts. @throws what the handler throws */
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
        // One that says nothing may stand behind the end of an older copy of the log.
        reached = isGiving(feed) && !(ended?.error instanceof NoAnswer) ? feed.through() : undefined;
      } finally {
        feed.end();
      }
    }
    if (!signal.aborted) await sleep(pauseAfter(failures, mostPause), undefined, { signal }).catch(() => undefined);
  }
};

/** @throws {NoAnswer} the server does not confirm the subscription, or has more than it gives */
const takeBatch = async (places: Places, patience: FollowPatience, feed: Feed, last: Position | undefined) => {
  const [standing, through] = [feed.standing(), feed.through()];
  // It may pass over events of others for long.
  const isFurther = (): boolean => feed.standing() !== standing || feed.through() !== through;
  const events = await feed.next(standing === "asked" ? patience.read : patience.quiet);
  if (events) return { events };
  if (feed.standing() === "asked") throw new NoAnswer(`no subscription stands after ${patience.read} ms`);
  if (isFurther()) return { events: [] };
  // A client may lose a subscription without a word.
  const newest = await places.newest(patience.read);
  if (newest === undefined || (last !== undefined && newest <= last)) return { events: [] };
  // Events that were written while the server was asked may still be on their way.
  const late = await feed.next(patience.look);
  if (!late && !isFurther()) throw new NoAnswer(`nothing came for ${patience.quiet} ms although there is more`);
  return { events: late ?? [] };
};
