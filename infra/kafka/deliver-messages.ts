import { setTimeout as sleep } from "node:timers/promises";
import type { KafkaMessage } from "kafkajs";
import type { RecordedEvent } from "../ports/stores/event-store.ts";
import { HistoryDiffers } from "../ports/stores/history.ts";
import type { IsConsumed } from "./consumed-events.ts";
import { backoffMs } from "./errors.ts";
import { parseEnvelope, toEvent } from "./messages.ts";
import { advanceProgress, isInRanges, type PartitionProgress } from "./position-ranges.ts";

export type BusFault = { group: string; error: unknown; tries: number; nextTryInMs: number };

export type GroupSubscription = {
  group: string;
  types: ReadonlySet<string>;
  storeId: string;
  server: string;
  handleBatch: (events: RecordedEvent[]) => Promise<void>;
  onFault: (fault: BusFault) => void;
  onForeign: (topic: string) => void;
  signal: AbortSignal;
};

export const maxBatchEvents = 200;
const maxPause = 5_000;

type MessageBatch = {
  events: RecordedEvent[];
  last: KafkaMessage;
  progress: PartitionProgress;
  /** Last message with an event of ours, if any. */
  lastOfOurs: KafkaMessage | undefined;
};

/**
 * Selects wanted events not taken before, in order. The relay publishes a partition's events by position, and continues
 * only when all are there: positions within a course were taken.
 * @throws {HistoryDiffers} they are of another event store
 */
export const batchMessages = (
  { types, storeId, server, onForeign }: GroupSubscription,
  topic: string,
  messages: readonly KafkaMessage[],
  before: { course: PartitionProgress; isTaken?: IsConsumed | undefined },
): MessageBatch[] => {
  const pieces: MessageBatch[] = [];
  let piece: MessageBatch | undefined;
  let { course: progress } = before;
  for (const message of messages) {
    if (!piece || piece.events.length >= maxBatchEvents) {
      piece = { events: [], last: message, progress, lastOfOurs: undefined };
      pieces.push(piece);
    }
    piece.last = message;
    const envelope = parseEnvelope(message);
    if (!envelope) {
      onForeign(topic);
      continue;
    }
    if (envelope.storeId !== storeId)
      throw new HistoryDiffers(
        `The messages in ${server} belong to another event store than the one that is there. Stop Sheaf and delete its topics, or name another prefix in KAFKA_BROKERS.`,
      );
    const wasTaken = isInRanges(progress.taken, envelope.position) || before.isTaken?.(envelope);
    progress = advanceProgress(progress, envelope.position);
    [piece.progress, piece.lastOfOurs] = [progress, message];
    if (!wasTaken && types.has(envelope.type)) piece.events.push(toEvent(envelope, message.value));
  }
  return pieces;
};

/** `lost`: the error that ended the membership during the work. */
const withHeartbeats = async (
  work: Promise<unknown>,
  heartbeat: () => Promise<void>,
  every: number,
): Promise<{ lost?: unknown }> => {
  let outcome: { lost?: unknown } = {};
  const timer = setInterval(() => {
    heartbeat().catch((lost: unknown) => {
      outcome = { lost };
    });
  }, every);
  try {
    await work;
    return outcome;
  } finally {
    clearInterval(timer);
  }
};

/**
 * Retries with growing pauses. Not `taken` on abort, or if the membership ended between tries. `lost`: the error that
 * ended it. Events not taken come again, to the partition's next owner.
 */
export const deliverToHandler = async (
  { group, handleBatch, onFault, signal }: GroupSubscription,
  events: RecordedEvent[],
  heartbeat: () => Promise<void>,
  every: number,
): Promise<{ taken: boolean; lost?: unknown }> => {
  for (let tries = 1; ; tries += 1) {
    if (signal.aborted) return { taken: false };
    const trying = handleBatch(events).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const worked = await withHeartbeats(trying, heartbeat, every);
    const failure = await trying;
    if (!failure) return { taken: true, ...worked };
    if (signal.aborted) return { taken: false };
    const nextTryInMs = backoffMs(tries, maxPause);
    onFault({ group, error: failure.error, tries, nextTryInMs });
    const pause = sleep(nextTryInMs, undefined, { signal }).catch(() => undefined);
    const waited = await withHeartbeats(pause, heartbeat, every);
    for (const { lost } of [worked, waited]) if (lost !== undefined) return { taken: false, lost };
  }
};
