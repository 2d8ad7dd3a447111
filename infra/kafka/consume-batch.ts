import type { EachBatchPayload } from "kafkajs";
import { batchMessages, deliverToHandler, type GroupSubscription } from "./deliver-messages.ts";
import type { OffsetStore, ResumePoint } from "./offset-store.ts";
import { EventsRemoved } from "./removed-events.ts";

/** Since the group was joined. `next`: after the last offset resolved to the client. */
type PartitionReading = Exclude<ResumePoint, { seek: string }> & { next?: bigint };

export type BatchContext = {
  subscription: GroupSubscription;
  timeouts: { heartbeat: number };
  offsets: OffsetStore;
  partitions: ReadonlyMap<string, number>;
  readings: Map<string, PartitionReading>;
  seek: (to: { topic: string; partition: number; offset: string }) => void;
  /** Ends the membership on an error that isn't the client's. */
  endMembership: (error: unknown) => void;
};

/**
 * Skips messages taken before; delivers the rest in batches.
 * @throws the error that ended the membership, for the client to react to
 */
export const consumeBatch = async (
  { subscription, timeouts, offsets, partitions, readings, seek, endMembership }: BatchContext,
  { batch, resolveOffset, heartbeat }: EachBatchPayload,
): Promise<void> => {
  const { topic, partition, messages } = batch;
  const partitionName = `${topic} ${partition}`;
  const where = { topic, partition, of: partitions.get(topic) ?? 0 };
  if (subscription.signal.aborted) return;
  const beginning = readings.get(partitionName) ?? (await offsets.resume(where, messages));
  if ("seek" in beginning) return seek({ topic, partition, offset: beginning.seek });
  const reading: PartitionReading = beginning;
  readings.set(partitionName, reading);
  const [first, last] = [messages[0], messages.at(-1)];
  if (first && reading.next !== undefined && BigInt(first.offset) < reading.next)
    return endMembership(new Error(`${topic} was made anew`));
  const done = (offset: string): void => {
    resolveOffset(offset);
    reading.next = BigInt(offset) + 1n;
  };
  const fresh = messages.filter(({ offset }) => BigInt(offset) >= reading.from);
  const next = reading.next !== undefined && reading.next > reading.from ? reading.next : reading.from;
  // Without transactions, offsets have no gaps.
  if (fresh.some(({ offset }, n) => BigInt(offset) !== next + BigInt(n)))
    return endMembership(new EventsRemoved([{ ...where, end: batch.highWatermark }]));
  if (fresh.length === 0 && last) return done(last.offset);
  const pieces = () => {
    try {
      return batchMessages(subscription, topic, fresh, reading);
    } catch (error) {
      endMembership(error);
      return [];
    }
  };
  for (const { events, last: until, progress, lastOfOurs } of pieces()) {
    if (subscription.signal.aborted) return;
    const note = (): void => {
      if (lastOfOurs) offsets.noteConsumed(where, lastOfOurs, progress);
    };
    /** Delivers and records at once; on failure the events come again. */
    const handleBatch: GroupSubscription["handleBatch"] = async (some) => {
      await subscription.handleBatch(some);
      note();
      await offsets.flush(where);
    };
    const { taken, lost } =
      events.length === 0
        ? { taken: true, lost: undefined }
        : await deliverToHandler({ ...subscription, handleBatch }, events, heartbeat, timeouts.heartbeat / 3);
    if (taken) {
      if (events.length === 0) note();
      done(until.offset);
      reading.course = progress;
    }
    if (lost !== undefined) throw lost;
    if (!taken) return;
    await heartbeat();
  }
};
