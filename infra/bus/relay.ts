import { randomUUID } from "node:crypto";
import type { BusPublisher } from "../ports/message-bus.ts";
import { isForeign } from "../ports/stores/append-rules.ts";
import type { EventStore, Position, RecordedEvent } from "../ports/stores/event-store.ts";
import { findDisagreement, HistoryDiffers } from "../ports/stores/history.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { withTimeout } from "../ports/timeout.ts";
import {
  acquireRelayLease,
  defaultRelayLease,
  type HeldRelayLease,
  RelayLeaseLost,
  type RelayLeaseTimes,
} from "./relay-lease.ts";
import { type Fault, retryUntilDone } from "./retry-until-done.ts";

const batchSize = 200;
const defaultPublishTimeoutMs = 30_000;

export type RelayOptions = {
  eventStore: Pick<EventStore, "storeId" | "follow" | "findEventId">;
  /** Holds the checkpoint and the holder in one entry. */
  stateStore: StateStore;
  publisher: BusPublisher;
  /** Permanent name. Only one relay of a name publishes at a time; it continues at its predecessor's checkpoint. */
  name: string;
  signal: AbortSignal;
  /** Id of this relay; one with the same id may retake its lease at once. Default: unique. */
  holder?: string;
  lease?: RelayLeaseTimes;
  /** Time for the bus to take a batch before it is published again, ms. */
  publishTimeoutMs?: number;
  /** Steady clock, ms. */
  now?: () => number;
  onFault: (fault: Fault) => void;
  /** Called at the start and after every batch. */
  onProgress?: (progress: { position: Position | undefined; published: number }) => void;
  onRenewed?: () => void;
  /** Called when another relay took over, or this one ends. */
  onHalt?: () => void;
};

/**
 * Publishes our events to the bus, in order, at least once, until the signal aborts. Waits while another relay of its
 * name lives. A kill between a batch and its checkpoint repeats the batch. If two believe they hold the lease, e.g.
 * after a suspension, the old one publishes at most its current batch, which consumers tolerate.
 * @throws {HistoryDiffers} the checkpoint is of another history
 */
export const runRelay = async (options: RelayOptions): Promise<void> => {
  const { stateStore, name, signal, onFault } = options;
  const { holder = randomUUID(), lease = defaultRelayLease, now = () => performance.now() } = options;
  while (!signal.aborted) {
    let heldLease: HeldRelayLease | undefined;
    const take = async () => {
      heldLease = await acquireRelayLease({ stateStore, name, holder, lease, now }, signal);
    };
    if ((await retryUntilDone(take, { signal, onFault })) && heldLease)
      await publishWhileLeased(options, heldLease).finally(() => options.onHalt?.());
  }
};

const isLeaseLost = (error: unknown): boolean => error instanceof RelayLeaseLost;

const publishWhileLeased = async (options: RelayOptions, heldLease: HeldRelayLease): Promise<void> => {
  const inner = new AbortController();
  const signal = AbortSignal.any([options.signal, inner.signal]);
  const outcomes = await Promise.allSettled(
    [heldLease.renew(signal, options.onFault, options.onRenewed), publish(options, heldLease, signal)].map((task) =>
      task.finally(() => inner.abort()),
    ),
  );
  const errors = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  const real = errors.find((error) => !isLeaseLost(error));
  // Without a release, the next relay waits until the lease expires.
  if (!errors.some(isLeaseLost)) await heldLease.release().catch(() => undefined);
  if (real !== undefined) throw real;
};

const publish = async (options: RelayOptions, heldLease: HeldRelayLease, signal: AbortSignal): Promise<void> => {
  const {
    eventStore,
    publisher,
    onFault,
    onProgress,
    publishTimeoutMs: publishWithin = defaultPublishTimeoutMs,
  } = options;
  const { storeId } = eventStore;
  const tries = { signal, onFault, isFinal: isLeaseLost };
  const check = async () => {
    const disagreement = heldLease.checkpoint && (await findDisagreement(heldLease.checkpoint, eventStore));
    if (disagreement) throw HistoryDiffers.of("The events on the bus", disagreement);
  };
  if (!(await retryUntilDone(check, tries))) return;
  let currentPosition = heldLease.position;
  let published = 0;
  onProgress?.({ position: currentPosition, published });
  const relay = async (batch: RecordedEvent[]): Promise<void> => {
    const seen = currentPosition;
    const fresh = seen === undefined ? batch : batch.filter(({ position }) => position > seen);
    const last = fresh.at(-1);
    if (!last) return;
    const ownEvents = fresh.filter((event) => !isForeign(event));
    const send = async () => {
      heldLease.assertHeld();
      if (ownEvents.length > 0) await withTimeout(publisher.publish(ownEvents), publishWithin);
    };
    if (!(await retryUntilDone(send, tries))) return;
    const checkpoint = { storeId, position: last.position, eventId: last.id };
    if (!(await retryUntilDone(() => heldLease.write(checkpoint), tries))) return;
    currentPosition = last.position;
    published += ownEvents.length;
    onProgress?.({ position: currentPosition, published });
  };
  await eventStore.follow(
    { ...(currentPosition === undefined ? {} : { after: currentPosition }), batchSize },
    relay,
    signal,
  );
};
