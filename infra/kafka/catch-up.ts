import type { EventStore, Position, RecordedEvent } from "../ports/stores/event-store.ts";
import { HistoryDiffers } from "../ports/stores/history.ts";
import { type Hearing, handOver, mostEvents } from "./handling.ts";
import { partitionOf } from "./partition-of.ts";
import type { Places } from "./places.ts";
import type { Lossy } from "./removed.ts";
import { isWithin, type Stretch } from "./stretches.ts";
import type { IsTaken } from "./taken.ts";
import { topicOf } from "./topics.ts";

/** Events per read of the event store. */
const pageOf = 1_000;

export type CatchUpOptions = {
  eventStore: Pick<EventStore, "readAll" | "headPosition">;
  hearing: Hearing;
  places: Places;
  prefix: string;
  /** ms between two heartbeats. */
  every: number;
};

/** `first`: first position to read again. */
type Part = { lossy: Lossy; taken: readonly Stretch[]; isTaken: IsTaken | undefined; first: Position | undefined };

/**
 * Delivers from the event store, in order, what Kafka has removed of some partitions, up to the newest event now. The
 * group then continues at `end`: all messages before it were published before the newest event was looked up, so they
 * were delivered, too. One read serves all partitions, from the earliest end of a first range, before which everything
 * was taken. Answers the number of delivered events; undefined when the signal aborted first. Events delivered before
 * an error are not delivered again.
 * @throws {HistoryDiffers} the event store holds no event at all
 * @throws {StoreBusy} the event store or the state store does not answer
 */
export const catchUp = async (
  { eventStore, hearing, places, prefix, every }: CatchUpOptions,
  partitions: readonly Lossy[],
): Promise<number | undefined> => {
  const head = await eventStore.headPosition();
  const parts = await Promise.all(
    partitions.map(async (lossy): Promise<Part> => {
      const { taken, isTaken } = await places.takenOf(lossy);
      return { lossy, taken, isTaken, first: taken[0]?.[1] };
    }),
  );
  const byTopic = Map.groupBy(parts, ({ lossy }) => lossy.topic);
  const partOf = ({ stream }: RecordedEvent): Part | undefined =>
    byTopic
      .get(topicOf({ prefix }, stream))
      ?.find(({ lossy: { partition, of } }) => partitionOf(stream, of) === partition);
  const isFresh = (event: RecordedEvent, { taken, isTaken }: Part): boolean =>
    hearing.types.has(event.type) && !isWithin(taken, event.position) && !isTaken?.(event);

  let count = 0;
  let at = parts.some(({ first }) => first === undefined) ? undefined : least(parts.map(({ first }) => first ?? ""));
  while (head !== undefined && (at === undefined || at < head)) {
    if (hearing.signal.aborted) return undefined;
    const page = await eventStore.readAll({ limit: pageOf, ...(at === undefined ? {} : { after: at }) });
    const events = page.filter(({ position }) => position <= head);
    const last = events.at(-1);
    if (!last) break;
    for (const part of parts) part.first ??= events[0]?.position;
    const found = events.flatMap((event) => {
      const part = partOf(event);
      return part && isFresh(event, part) ? [{ event, part }] : [];
    });
    for (let n = 0; n < found.length; n += mostEvents) {
      const some = found.slice(n, n + mostEvents).map(({ event }) => event);
      if (!(await handOver(hearing, some, async () => undefined, every)).taken) return undefined;
      count += some.length;
    }
    at = last.position;
    for (const part of new Set(found.map(({ part }) => part)))
      if (part.first !== undefined && part.first <= at) await places.took(part.lossy, [part.first, at]);
  }
  for (const { lossy, first } of parts) {
    if (first === undefined || at === undefined)
      throw new HistoryDiffers(
        `${hearing.server} had events, and the event store holds none: they belong to another event store. Stop Sheaf and delete its topics, or name another prefix in KAFKA_BROKERS.`,
      );
    await places.took(lossy, [first, first < at ? at : first], lossy.end);
  }
  return count;
};

const least = (positions: readonly Position[]): Position =>
  positions.reduce((one, other) => (other < one ? other : one));
