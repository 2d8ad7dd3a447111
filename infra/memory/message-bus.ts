import { setTimeout as sleep } from "node:timers/promises";
import type { BusPublisher, MessageBus } from "../ports/message-bus.ts";
import { createNotifier } from "../ports/notifier.ts";
import type { RecordedEvent } from "../ports/stores/event-store.ts";
import { cloneAsJson, createSeededRandom, delayRandomly } from "./irregularity.ts";

const partitionCount = 3;
const batchAtMost = 8;

type Member = {
  next: number[];
};
/** `committed`: number of events taken, by partition; `owners`: each partition's member. */
type Group = { committed: number[]; members: Member[]; owners: (Member | undefined)[]; generation: number };

const partitionOf = (stream: string): number =>
  [...stream].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % partitionCount;

const perPartition = <T>(make: (partition: number) => T): T[] =>
  Array.from({ length: partitionCount }, (_, n) => make(n));

/**
 * Creates a broker that behaves like Kafka. Some publishes fail with only some partitions written, or write everything
 * twice. Partitions are reassigned whenever a member comes or goes, and at random, even during a batch, which then
 * comes again to the new owner.
 */
export const createMemoryBroker = ({
  seed = 7,
  onFault = (error) => console.error("A handler failed; its events come again.", error),
}: {
  seed?: number;
  onFault?: (error: unknown) => void;
} = {}): MessageBus & BusPublisher => {
  const dice = createSeededRandom(seed);
  const bell = createNotifier();
  const log: RecordedEvent[][] = perPartition(() => []);
  const groups = new Map<string, Group>();

  const groupOf = (name: string): Group => {
    const known = groups.get(name);
    const group = known ?? {
      committed: perPartition(() => 0),
      members: [],
      owners: perPartition(() => undefined),
      generation: 0,
    };
    groups.set(name, group);
    return group;
  };

  /** Reassigns partitions. Batches in progress become invalid; new owners begin after the committed events. */
  const rebalance = (group: Group): void => {
    group.generation += 1;
    const first = Math.floor(dice() * group.members.length);
    group.owners = perPartition((partition) => group.members[(first + partition) % group.members.length]);
    for (const member of group.members) member.next = [...group.committed];
    bell.notify();
  };

  /** Picks a batch from any of this member's partitions that has events. */
  const pick = (
    group: Group,
    member: Member,
  ): { partition: number; from: number; events: RecordedEvent[] } | undefined => {
    const first = Math.floor(dice() * partitionCount);
    for (let n = 0; n < partitionCount; n += 1) {
      const partition = (first + n) % partitionCount;
      const from = member.next[partition] ?? 0;
      const events = (log[partition] ?? []).slice(from, from + 1 + Math.floor(dice() * batchAtMost));
      if (group.owners[partition] === member && events.length > 0) return { partition, from, events };
    }
    return undefined;
  };

  const handle = async (
    events: RecordedEvent[],
    handleBatch: (events: RecordedEvent[]) => Promise<void>,
    isOurs: () => boolean,
  ): Promise<boolean> => {
    for (;;) {
      await delayRandomly(dice);
      try {
        await handleBatch(cloneAsJson(events));
        return true;
      } catch (error) {
        onFault(error);
        await sleep(5);
        if (!isOurs()) return false;
      }
    }
  };

  return {
    async publish(events) {
      await delayRandomly(dice);
      const twice = dice() < 0.1;
      const breaks = dice() < 0.1;
      for (const [partition, entries] of log.entries()) {
        const ours = cloneAsJson(events.filter(({ stream }) => partitionOf(stream) === partition));
        if (breaks && dice() < 0.5) continue;
        entries.push(...ours, ...(twice ? ours : []));
      }
      bell.notify();
      if (breaks) throw new Error("Not all partitions have said that they have the events.");
    },
    async subscribe({ group: name, types }, handleBatch, signal) {
      const group = groupOf(name);
      const member: Member = { next: [...group.committed] };
      group.members.push(member);
      rebalance(group);
      while (!signal.aborted) {
        const since = bell.notifications();
        const batch = pick(group, member);
        if (!batch) {
          await bell.wait({ since, timeoutMs: 1_000, signal });
          continue;
        }
        const { generation } = group;
        const isOurs = () => !signal.aborted && group.generation === generation;
        const ours = batch.events.filter(({ type }) => types.includes(type));
        if (dice() < 0.15) setImmediate(rebalance, group);
        const taken = ours.length === 0 || (await handle(ours, handleBatch, isOurs));
        if (!taken || group.generation !== generation) continue;
        const upTo = batch.from + batch.events.length;
        member.next[batch.partition] = upTo;
        group.committed[batch.partition] = upTo;
      }
      group.members = group.members.filter((other) => other !== member);
      rebalance(group);
    },
  };
};
