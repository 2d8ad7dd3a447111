import { groupPrefix } from "#infra/bus/following-bus.ts";
import { relayPrefix } from "#infra/bus/relay-lease.ts";
import { offsetPrefix, type StoredOffset } from "#infra/kafka/consumed-events.ts";
import type { Json } from "#infra/ports/json.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { Checkpoint } from "#infra/ports/stores/history.ts";
import type { Rows, StateRow } from "#infra/ports/stores/moving.ts";
import { CannotMove } from "./cannot-move.ts";
import { compareKeys, readRows } from "./copy-rows.ts";
import type { MoveOptions, Side } from "./side.ts";

/** Overlays rows with others, which replace rows of the same key. */
const withRows = (rows: Rows<StateRow>, others: readonly StateRow[]): Rows<StateRow> => ({
  ...rows,
  async page({ after, limit }) {
    const page = await rows.page({ limit, ...(after === undefined ? {} : { after }) });
    const last = page.length < limit ? undefined : page.at(-1)?.key;
    const isHere = ({ key }: StateRow): boolean =>
      (after === undefined || compareKeys(key, after) > 0) && (last === undefined || compareKeys(key, last) <= 0);
    const own = page.filter(({ key }) => others.every((other) => other.key !== key));
    return [...own, ...others.filter(isHere)].sort((one, other) => compareKeys(one.key, other.key));
  },
});

type Offsets = ReadonlyMap<string, string>;

/** Strips the prefix that group names share with topics (`{prefix}events.…`). */
const groupOf = (id: string, topic: string): string => {
  for (let n = 0; n <= id.length && id[n - 1] === topic[n - 1]; n += 1)
    if (topic.startsWith("events.", n)) return id.slice(n);
  return id;
};

const withPartitionCounts = (ends: Offsets): Offsets => {
  const topicOf = (name: string): string => name.slice(0, name.lastIndexOf(":"));
  const counts = Map.groupBy(ends.keys(), topicOf);
  return new Map([...ends].map(([name, end]) => [`${name}:${counts.get(topicOf(name))?.length}`, end]));
};

/** Reads the relay's position and each group's offsets, named as in {@link withPartitionCounts}. */
const readOffsets = async ({ documents }: Side) => {
  const groups = new Map<string, { name: string; offsets: Map<string, string> }>();
  let relayed: Position | undefined;
  for await (const { key, value } of readRows(documents.state)) {
    if (key.startsWith(relayPrefix))
      relayed = (value as unknown as { checkpoint: Checkpoint | null }).checkpoint?.position;
    if (!key.startsWith(offsetPrefix)) continue;
    const { topic, partition, of, offset } = value as unknown as StoredOffset;
    const [id = ""] = key.slice(offsetPrefix.length).split(":");
    const known = groups.get(id) ?? { name: groupOf(id, topic), offsets: new Map<string, string>() };
    known.offsets.set(`${topic}:${partition}:${of}`, offset);
    groups.set(id, known);
  }
  return { groups, relayed };
};

const countUnconsumed = (offsets: Offsets, ends: Offsets): number =>
  [...ends].filter(([partition, end]) => end !== "0" && offsets.get(partition) !== end).length;

/**
 * Turns a side whose groups read from Kafka into one whose groups followed the event store to its end: the next set-up
 * has new topics, where offsets mean nothing (ADR 92). Leaves other sides unchanged.
 * @throws {CannotMove} a group lags behind; only Kafka could tell which events it misses
 */
export const withConsumedOffsets = async (side: Side, ends: MoveOptions["ends"]): Promise<Side> => {
  const { groups, relayed } = await readOffsets(side);
  const head = await side.eventStore.headPosition();
  if (groups.size === 0 || head === undefined) return side;
  const again =
    "Start Sheaf, with its relay, until relay_lag_seconds is 0 and nothing is under way, stop it, and run the move again.";
  if (!ends) throw new CannotMove(`${side.name} has consumed events over Kafka. Set KAFKA_BROKERS, too.`);
  if (relayed !== head)
    throw new CannotMove(`Not all events of ${side.name} have been published to Kafka yet. ${again}`);
  const partitions = withPartitionCounts(await ends());
  // Other offsets belong to old topics.
  const present = [...groups.values()].filter(({ offsets }) => [...offsets.keys()].some((one) => partitions.has(one)));
  if (present.length === 0)
    throw new CannotMove(
      `KAFKA_BROKERS doesn't name the brokers that ${side.name} consumed from. Set it to its previous value.`,
    );
  for (const { name, offsets } of present) {
    const unconsumed = countUnconsumed(offsets, partitions);
    if (unconsumed > 0)
      throw new CannotMove(
        `${name} hasn't consumed all events in Kafka yet (${unconsumed} partitions are left). ${again}`,
      );
  }
  const eventId = (await side.eventStore.findEventId(head)) ?? "";
  const consumed: Checkpoint = { storeId: side.eventStore.storeId, position: head, eventId };
  const rows = present.map(
    ({ name }): StateRow => ({
      key: `${groupPrefix}${name}`,
      value: consumed as unknown as Json,
      expiresAt: null,
      index: [],
    }),
  );
  return { ...side, documents: { ...side.documents, state: withRows(side.documents.state, rows) } };
};
