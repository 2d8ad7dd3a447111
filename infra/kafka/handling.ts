import { setTimeout as sleep } from "node:timers/promises";
import type { KafkaMessage } from "kafkajs";
import type { RecordedEvent } from "../ports/stores/event-store.ts";
import { HistoryDiffers } from "../ports/stores/history.ts";
import { envelopeOf, toEvent } from "./messages.ts";
import { type Course, goOn, isWithin } from "./stretches.ts";
import type { IsTaken } from "./taken.ts";
import { pauseAfter } from "./troubles.ts";

/** A throw of a handler, told to who asked to be. */
export type BusFault = { group: string; error: unknown; tries: number; nextTryInMs: number };

export type Hearing = {
  group: string;
  types: ReadonlySet<string>;
  /** Of the event store whose events they are. */
  storeId: string;
  server: string;
  handleBatch: (events: RecordedEvent[]) => Promise<void>;
  onFault: (fault: BusFault) => void;
  onForeign: (topic: string) => void;
  signal: AbortSignal;
};

/** Events that a handler gets at once, at most. */
export const mostEvents = 200;
const mostPause = 5_000;

/**
 * Some of what one partition holds: events to be handled, the message that they end at, and how far the group is behind it: the course, and the
 * last message of an event, where there is one.
 */
type Piece = { events: RecordedEvent[]; last: KafkaMessage; course: Course; lastOfOurs: KafkaMessage | undefined };

/**
 * What there is to do of the messages of one partition, in order: events of the wanted types that were not taken before. A partition's events
 * come first in the order of their positions, since the relay publishes them so and goes on only when all are there; so what stands within a
 * course was here.
 * @throws {HistoryDiffers} they are of another event store
 */
export const piecesOf = (
  { types, storeId, server, onForeign }: Hearing,
  topic: string,
  messages: readonly KafkaMessage[],
  before: { course: Course; isTaken?: IsTaken | undefined },
): Piece[] => {
  const pieces: Piece[] = [];
  let piece: Piece | undefined;
  let { course } = before;
  for (const message of messages) {
    if (!piece || piece.events.length >= mostEvents) {
      piece = { events: [], last: message, course, lastOfOurs: undefined };
      pieces.push(piece);
    }
    piece.last = message;
    const envelope = envelopeOf(message);
    if (!envelope) {
      onForeign(topic);
      continue;
    }
    if (envelope.storeId !== storeId)
      throw new HistoryDiffers(
        `The messages in ${server} belong to another event store than the one that is there. Stop Sheaf and delete its topics, or name another prefix in KAFKA_BROKERS.`,
      );
    const wasTaken = isWithin(course.taken, envelope.position) || before.isTaken?.(envelope);
    course = goOn(course, envelope.position);
    [piece.course, piece.lastOfOurs] = [course, message];
    if (!wasTaken && types.has(envelope.type)) piece.events.push(toEvent(envelope, message.value));
  }
  return pieces;
};

/** Sends heartbeats while work is done; answers what ended the membership meanwhile, if anything did, when the work is over. */
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
 * Hands events over until they are taken, ever later; not `taken` when the signal aborted first, or the membership ended between two tries.
 * `lost`: what ended the membership meanwhile. What was not taken comes again, to whoever has the partition then.
 */
export const handOver = async (
  { group, handleBatch, onFault, signal }: Hearing,
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
    const nextTryInMs = pauseAfter(tries, mostPause);
    onFault({ group, error: failure.error, tries, nextTryInMs });
    const pause = sleep(nextTryInMs, undefined, { signal }).catch(() => undefined);
    const waited = await withHeartbeats(pause, heartbeat, every);
    for (const { lost } of [worked, waited]) if (lost !== undefined) return { taken: false, lost };
  }
};
