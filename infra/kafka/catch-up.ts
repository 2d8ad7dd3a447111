import type { EventStore, Position, RecordedEvent } from "../ports/stores/event-store.ts";
import { HistoryDiffers } from "../ports/stores/history.ts";
import { choosePartition } from "./choose-partition.ts";
import type { IsConsumed } from "./consumed-events.ts";
import { deliverToHandler, type GroupSubscription, maxBatchEvents } from "./deliver-messages.ts";
import type { OffsetStore } from "./offset-store.ts";
import { isInRanges, type PositionRange } from "./position-ranges.ts";
import type { PartitionGap } from "./removed-events.ts";
import { toTopicName } from "./topics.ts";

/** Events per read of the event store. */
const pageSize = 1_000;

export type CatchUpOptions = {
  eventStore: Pick<EventStore, "readAll" | "headPosition">;
  subscription: GroupSubscription;
  offsets: OffsetStore;
  prefix: string;
  /** Time between heartbeats, ms. */
  intervalMs: number;
};

type Part = {
  gaps: PartitionGap;
  taken: readonly PositionRange[];
  isTaken: IsConsumed | undefined;
  /** Position from which to read again. */
  first: Position | undefined;
};

/**
 * Delivers from the event store, in order, what Kafka has removed of some partitions, up to the newest event now. The
 * group continues at `end`: all before it was published before that event was looked up, and so was delivered. One read
 * serves all partitions, from the earliest end of a first range, before which everything was taken. Returns the number
 * of delivered events; undefined on abort. Events delivered before an error aren't repeated.
 * @throws {HistoryDiffers} the event store is empty
 * @throws {StoreBusy} the event store or the state store does not answer
 */
export const catchUp = async (
  { eventStore, subscription, offsets, prefix, intervalMs }: CatchUpOptions,
  partitions: readonly PartitionGap[],
): Promise<number | undefined> => {
  const head = await eventStore.headPosition();
  const parts = await Promise.all(
    partitions.map(async (gaps): Promise<Part> => {
      const { taken, isTaken } = await offsets.readConsumed(gaps);
      return { gaps, taken, isTaken, first: taken[0]?.[1] };
    }),
  );
  const byTopic = Map.groupBy(parts, ({ gaps }) => gaps.topic);
  const partOf = ({ stream }: RecordedEvent): Part | undefined =>
    byTopic
      .get(toTopicName({ prefix }, stream))
      ?.find(({ gaps: { partition, of } }) => choosePartition(stream, of) === partition);
  const isFresh = (event: RecordedEvent, { taken, isTaken }: Part): boolean =>
    subscription.types.has(event.type) && !isInRanges(taken, event.position) && !isTaken?.(event);

  let count = 0;
  let reachedPosition = parts.some(({ first }) => first === undefined)
    ? undefined
    : least(parts.map(({ first }) => first ?? ""));
  while (head !== undefined && (reachedPosition === undefined || reachedPosition < head)) {
    if (subscription.signal.aborted) return undefined;
    const page = await eventStore.readAll({
      limit: pageSize,
      ...(reachedPosition === undefined ? {} : { after: reachedPosition }),
    });
    const events = page.filter(({ position }) => position <= head);
    const last = events.at(-1);
    if (!last) break;
    for (const part of parts) part.first ??= events[0]?.position;
    const found = events.flatMap((event) => {
      const part = partOf(event);
      return part && isFresh(event, part) ? [{ event, part }] : [];
    });
    for (let n = 0; n < found.length; n += maxBatchEvents) {
      const some = found.slice(n, n + maxBatchEvents).map(({ event }) => event);
      if (!(await deliverToHandler(subscription, some, async () => undefined, intervalMs)).taken) return undefined;
      count += some.length;
    }
    reachedPosition = last.position;
    for (const part of new Set(found.map(({ part }) => part)))
      if (part.first !== undefined && part.first <= reachedPosition)
        await offsets.markConsumed(part.gaps, [part.first, reachedPosition]);
  }
  for (const { gaps, first } of parts) {
    if (first === undefined || reachedPosition === undefined)
      throw new HistoryDiffers(
        `${subscription.server} had events, and the event store holds none: they belong to another event store. Stop Sheaf and delete its topics, or name another prefix in KAFKA_BROKERS.`,
      );
    await offsets.markConsumed(gaps, [first, first < reachedPosition ? reachedPosition : first], gaps.end);
  }
  return count;
};

const least = (positions: readonly Position[]): Position =>
  positions.reduce((one, other) => (other < one ? other : one));
