import type { EachBatchPayload } from "kafkajs";
import type { Position } from "../ports/event-store.ts";
import { type Hearing, handOver, piecesOf } from "./handling.ts";
import type { Places } from "./places.ts";

export type TakingPart = {
  hearing: Hearing;
  patience: { heartbeat: number };
  /** Of each partition, the position up to which its events were taken. */
  seen: Map<string, Position>;
  places: Places;
  /** Of each partition since the group was joined, the offset before which all was taken. */
  begun: Map<string, bigint>;
  seek: (to: { topic: string; partition: number; offset: string }) => void;
  /** Ends the membership by an error that is not the client's. */
  end: (error: unknown) => void;
};

/**
 * Takes the messages that one partition has next: passes over what was taken before, and hands on the rest piece by piece.
 * @throws what ended the membership meanwhile, which the client reacts to
 */
export const takeBatch = async (
  { hearing, patience, seen, places, begun, seek, end }: TakingPart,
  { batch, resolveOffset, heartbeat }: EachBatchPayload,
): Promise<void> => {
  const { topic, partition, messages } = batch;
  const place = `${topic} ${partition}`;
  if (hearing.signal.aborted) return;
  if (!begun.has(place)) {
    const beginning = await places.begin(topic, partition, messages);
    if ("seek" in beginning) return seek({ topic, partition, offset: beginning.seek });
    begun.set(place, beginning.from);
  }
  const from = begun.get(place) ?? 0n;
  const fresh = messages.filter(({ offset }) => BigInt(offset) >= from);
  const last = messages.at(-1);
  if (fresh.length === 0 && last) return resolveOffset(last.offset);
  const pieces = () => {
    try {
      return piecesOf(hearing, topic, fresh, seen.get(place));
    } catch (error) {
      end(error);
      return [];
    }
  };
  for (const { events, last: until, position } of pieces()) {
    if (hearing.signal.aborted) return;
    const { taken, lost } =
      events.length === 0
        ? { taken: true, lost: undefined }
        : await handOver(hearing, events, heartbeat, patience.heartbeat / 3);
    if (taken) {
      resolveOffset(until.offset);
      places.note(topic, partition, until);
      if (position !== undefined) seen.set(place, position);
    }
    if (lost !== undefined) throw lost;
    if (!taken) return;
    await heartbeat();
  }
};
