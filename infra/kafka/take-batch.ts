import type { EachBatchPayload } from "kafkajs";
import { type Hearing, handOver, piecesOf } from "./handling.ts";
import type { Begun, Places } from "./places.ts";
import { EventsRemoved } from "./removed.ts";

/** A partition since the group was joined; `next`: the offset after the last one resolved to the client. */
type Reading = Exclude<Begun, { seek: string }> & { next?: bigint };

export type TakingPart = {
  hearing: Hearing;
  patience: { heartbeat: number };
  places: Places;
  /** Number of partitions by topic. */
  partitions: ReadonlyMap<string, number>;
  begun: Map<string, Reading>;
  seek: (to: { topic: string; partition: number; offset: string }) => void;
  /** Ends the membership by an error that is not the client's. */
  end: (error: unknown) => void;
};

/**
 * Skips messages taken before, and delivers the rest in pieces.
 * @throws the error that ended the membership, for the client to react to
 */
export const takeBatch = async (
  { hearing, patience, places, partitions, begun, seek, end }: TakingPart,
  { batch, resolveOffset, heartbeat }: EachBatchPayload,
): Promise<void> => {
  const { topic, partition, messages } = batch;
  const place = `${topic} ${partition}`;
  const where = { topic, partition, of: partitions.get(topic) ?? 0 };
  if (hearing.signal.aborted) return;
  const beginning = begun.get(place) ?? (await places.begin(where, messages));
  if ("seek" in beginning) return seek({ topic, partition, offset: beginning.seek });
  const reading: Reading = beginning;
  begun.set(place, reading);
  const [first, last] = [messages[0], messages.at(-1)];
  if (first && reading.next !== undefined && BigInt(first.offset) < reading.next)
    return end(new Error(`${topic} was made anew`));
  const done = (offset: string): void => {
    resolveOffset(offset);
    reading.next = BigInt(offset) + 1n;
  };
  const fresh = messages.filter(({ offset }) => BigInt(offset) >= reading.from);
  const next = reading.next !== undefined && reading.next > reading.from ? reading.next : reading.from;
  // Offsets in Sheaf's topics have no gaps, as nobody writes to them in transactions.
  if (fresh.some(({ offset }, n) => BigInt(offset) !== next + BigInt(n)))
    return end(new EventsRemoved([{ ...where, end: batch.highWatermark }]));
  if (fresh.length === 0 && last) return done(last.offset);
  const pieces = () => {
    try {
      return piecesOf(hearing, topic, fresh, reading);
    } catch (error) {
      end(error);
      return [];
    }
  };
  for (const { events, last: until, course, lastOfOurs } of pieces()) {
    if (hearing.signal.aborted) return;
    const note = (): void => {
      if (lastOfOurs) places.note(where, lastOfOurs, course);
    };
    /** Notes what was delivered at once; the events come again until that succeeds. */
    const handleBatch: Hearing["handleBatch"] = async (some) => {
      await hearing.handleBatch(some);
      note();
      await places.write(where);
    };
    const { taken, lost } =
      events.length === 0
        ? { taken: true, lost: undefined }
        : await handOver({ ...hearing, handleBatch }, events, heartbeat, patience.heartbeat / 3);
    if (taken) {
      if (events.length === 0) note();
      done(until.offset);
      reading.course = course;
    }
    if (lost !== undefined) throw lost;
    if (!taken) return;
    await heartbeat();
  }
};
