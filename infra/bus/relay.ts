import { randomUUID } from "node:crypto";
import type { BusPublisher } from "../ports/message-bus.ts";
import { isForeign } from "../ports/stores/append-rules.ts";
import type { EventStore, Position, RecordedEvent } from "../ports/stores/event-store.ts";
import { disagreementOf, HistoryDiffers } from "../ports/stores/history.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { within } from "../ports/within.ts";
import { type HeldRelay, holdRelay, ordinaryRelayLease, type RelayLease, RelayLost } from "./hold-relay.ts";
import { type Fault, untilDone } from "./until-done.ts";

const batchSize = 200;
/** A broker that has said nothing for so long is asked again, ms. */
const ordinaryPatience = 30_000;

export type RelayOptions = {
  eventStore: Pick<EventStore, "storeId" | "follow" | "eventIdAt">;
  /** Has the relay's checkpoint, and in the same entry who holds it. */
  stateStore: StateStore;
  publisher: BusPublisher;
  /** Permanent: of the relays of one name one publishes at a time, and goes on where the one before it was. */
  name: string;
  signal: AbortSignal;
  /** Who holds the place; the same one may take again at once what it held. Default: nobody else. */
  holder?: string;
  lease?: RelayLease;
  /** How long the bus may take with a batch before it is published again, ms. */
  patience?: number;
  /** Steady time, ms. */
  now?: () => number;
  /** Told of every try in vain. */
  onFault: (fault: Fault) => void;
  /** Told when this relay has begun to publish, and after every batch; `position`: how far it is. */
  onProgress?: (progress: { position: Position | undefined; published: number }) => void;
  /** Told whenever it has said that it is still there. */
  onRenewed?: () => void;
  /** Told when it publishes no more, as another has its place or it ends. */
  onHalt?: () => void;
};

/**
 * Publishes every event of ours to the bus, in the order of the event store, at least once, until the signal aborts: a batch first, then the
 * checkpoint. Killed in between, the batch is published again. While another relay of its name lives it waits. Of two that believe
 * to hold the place, as after a process stood still, the old one publishes the batch in its hands at most, which consumers bear.
 * @throws {HistoryDiffers} its checkpoint is of another history than the event store's
 */
export const runRelay = async (options: RelayOptions): Promise<void> => {
  const { stateStore, name, signal, onFault } = options;
  const { holder = randomUUID(), lease = ordinaryRelayLease, now = () => performance.now() } = options;
  while (!signal.aborted) {
    let held: HeldRelay | undefined;
    const take = async () => {
      held = await holdRelay({ stateStore, name, holder, lease, now }, signal);
    };
    if ((await untilDone(take, { signal, onFault })) && held)
      await publishWhileHeld(options, held).finally(() => options.onHalt?.());
  }
};

const isLost = (error: unknown): boolean => error instanceof RelayLost;

/** Until the signal aborts or another relay has the place. */
const publishWhileHeld = async (options: RelayOptions, held: HeldRelay): Promise<void> => {
  const inner = new AbortController();
  const signal = AbortSignal.any([options.signal, inner.signal]);
  const outcomes = await Promise.allSettled(
    [held.renew(signal, options.onFault, options.onRenewed), publish(options, held, signal)].map((task) =>
      task.finally(() => inner.abort()),
    ),
  );
  const errors = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  const real = errors.find((error) => !isLost(error));
  // A courtesy: who cannot let it go is waited for.
  if (!errors.some(isLost)) await held.release().catch(() => undefined);
  if (real !== undefined) throw real;
};

const publish = async (options: RelayOptions, held: HeldRelay, signal: AbortSignal): Promise<void> => {
  const { eventStore, publisher, onFault, onProgress, patience: publishWithin = ordinaryPatience } = options;
  const { storeId } = eventStore;
  const tries = { signal, onFault, isFinal: isLost };
  const check = async () => {
    const disagreement = held.checkpoint && (await disagreementOf(held.checkpoint, eventStore));
    if (disagreement) throw HistoryDiffers.of("The events on the bus", disagreement);
  };
  if (!(await untilDone(check, tries))) return;
  let reached = held.position;
  let published = 0;
  onProgress?.({ position: reached, published });
  const relay = async (batch: RecordedEvent[]): Promise<void> => {
    const seen = reached;
    const fresh = seen === undefined ? batch : batch.filter(({ position }) => position > seen);
    const last = fresh.at(-1);
    if (!last) return;
    const ours = fresh.filter((event) => !isForeign(event));
    const send = async () => {
      held.assertHeld();
      if (ours.length > 0) await within(publisher.publish(ours), publishWithin);
    };
    if (!(await untilDone(send, tries))) return;
    const checkpoint = { storeId, position: last.position, eventId: last.id };
    if (!(await untilDone(() => held.write(checkpoint), tries))) return;
    reached = last.position;
    published += ours.length;
    onProgress?.({ position: reached, published });
  };
  await eventStore.follow({ ...(reached === undefined ? {} : { after: reached }), batchSize }, relay, signal);
};
