import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore, Position } from "../ports/event-store.ts";
import { pauseAfter, reasonOf } from "../ports/tries.ts";
import { NoAnswer } from "../ports/within.ts";
import type { Beginning, Server } from "./asking.ts";
import { type Feed, openFeed } from "./feed.ts";
import { newestPosition, placeOf } from "./reading.ts";

export type Log = { warn(fields: object, message: string): void; info(fields: object, message: string): void };

/** ms. `read`: until the server confirms a subscription or answers a question; `quiet`: after which a silent one is asked about; `look`: then, for what is still on its way. */
export type FollowPatience = { read: number; look: number; quiet: number };

const mostPause = 5_000;

/**
 * Hands on batches of one subscription after the other: each that ends or falls silent is followed by one from where it was, until the signal
 * aborts.
 */
export const follow = async (
  server: Server & Beginning & { log?: Log | undefined },
  patience: FollowPatience,
  { after, batchSize = 500 }: Parameters<EventStore["follow"]>[0],
  handleBatch: Parameters<EventStore["follow"]>[1],
  signal: AbortSignal,
): Promise<void> => {
  let last = after;
  let failures = 0;
  while (!signal.aborted) {
    const feed = openFeed(server, last === undefined ? server.beginning : placeOf(last), batchSize, signal);
    try {
      while (!signal.aborted) {
        const next = await takeBatch(server, patience, feed, last).catch((error: unknown) => ({ error }));
        if ("error" in next) {
          if (failures === 0 && !signal.aborted)
            server.log?.warn(
              { err: next.error },
              `${server.server} gives no events (${reasonOf(next.error)}). They are asked for again until they come.`,
            );
          failures += 1;
          break;
        }
        if (feed.standing() === "giving") {
          if (failures > 0) server.log?.info({}, `${server.server} gives events again.`);
          failures = 0;
        }
        const newest = next.events?.at(-1);
        if (!next.events || !newest || signal.aborted) continue;
        await handleBatch(next.events);
        last = newest.position;
      }
    } finally {
      feed.end();
    }
    if (!signal.aborted) await sleep(pauseAfter(failures, mostPause), undefined, { signal }).catch(() => undefined);
  }
};

/** @throws {NoAnswer} the server does not confirm the subscription, or has more than it gives */
const takeBatch = async (
  server: Server & Beginning,
  patience: FollowPatience,
  feed: Feed,
  last: Position | undefined,
) => {
  const before = feed.standing();
  const events = await feed.next(before === "asked" ? patience.read : patience.quiet);
  if (events) return { events };
  if (feed.standing() === "asked") throw new NoAnswer(`no subscription stands after ${patience.read} ms`);
  if (feed.standing() !== before) return { events: undefined };
  // A client may lose a subscription without a word.
  const newest = await newestPosition(server, patience.read);
  if (newest === undefined || (last !== undefined && newest <= last)) return { events: undefined };
  // What was written while the server was asked may still be on its way.
  const late = await feed.next(patience.look);
  if (!late) throw new NoAnswer(`nothing came for ${patience.quiet} ms although there is more`);
  return { events: late };
};
