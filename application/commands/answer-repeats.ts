import type { Refusal } from "#domain/core/decider.ts";
import type { DomainEvent } from "#domain/core/message.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { decodeEvent } from "../events/decode-event.ts";
import { deriveEventId } from "../text/derive-id.ts";
import type { CommandResult } from "./command-runner-types.ts";
import type { WaitingCommand } from "./decide-and-append.ts";
import { createLegacyOutcomeReader } from "./legacy-outcomes.ts";
import type { RecentIds } from "./recent-ids.ts";
import type { StreamState, StreamStates } from "./stream-states.ts";

/**
 * Answers the repeats among commands of one stream, and returns the others. The id of its first event identifies a
 * repeat. It gets the first result: the events, and the state after them (ADR 119).
 */
export const createAnswerRepeats = (options: {
  eventStore: EventStore;
  stateStore: StateStore;
  upcasters: Upcasters;
  states: StreamStates;
  recentIds: RecentIds;
  clock: Pick<Clock, "wall">;
}) => {
  const { eventStore, upcasters, states, recentIds } = options;
  const readLegacyOutcome = createLegacyOutcomeReader(options.stateStore, options.clock);

  const repeatFrom = async <C, E extends DomainEvent, S>(
    { decider, stream, commandId }: WaitingCommand<C, E, S>,
    first: number,
  ): Promise<CommandResult<E, S> | undefined> => {
    const following = await eventStore.readStream(stream, { fromVersion: first, limit: 500 });
    const foreign = following.findIndex((event, n) => event.id !== deriveEventId(stream, commandId, n));
    const ownEvents = foreign < 0 ? following : following.slice(0, foreign);
    if (ownEvents.length === 0) return undefined;
    const { state, version, position } = await states.at(decider, stream, first + ownEvents.length - 1);
    const events = ownEvents.map((recorded) => {
      const { type, data } = decodeEvent(recorded, upcasters);
      return { type, data } as E;
    });
    return { state, version, position, events, repeated: true };
  };

  /** Result recorded by an earlier version of Sheaf. */
  const repeatLegacyOutcome = async <C, E extends DomainEvent, S>(
    waiting: WaitingCommand<C, E, S>,
    firstId: string,
  ): Promise<Refusal | CommandResult<E, S> | undefined> => {
    const outcome = await readLegacyOutcome(firstId);
    if (!outcome) return undefined;
    if ("refusal" in outcome) return outcome.refusal;
    if ("first" in outcome) return repeatFrom(waiting, outcome.first);
    const { state, version, position } = await states.at(waiting.decider, waiting.stream, outcome.version);
    return { state, version, position, events: [], repeated: true };
  };

  return async <C, E extends DomainEvent, S>(
    batch: readonly WaitingCommand<C, E, S>[],
    { version }: StreamState<S>,
  ): Promise<WaitingCommand<C, E, S>[]> => {
    const idOf = ({ stream, commandId }: WaitingCommand<C, E, S>) => deriveEventId(stream, commandId, 0);
    const ids = batch.filter(({ hasCallerId }) => hasCallerId).map(idOf);
    const found = batch[0] ? await recentIds.find(batch[0].stream, ids, version) : [];
    const fresh: WaitingCommand<C, E, S>[] = [];
    for (const waiting of batch) {
      const id = idOf(waiting);
      // Without a caller's id, a command whose answer was lost is a repeat too. Its events were just read.
      const first = found[ids.indexOf(id)] ?? recentIds.get(waiting.stream, id);
      const repeat =
        (first === undefined ? undefined : await repeatFrom(waiting, first)) ??
        (waiting.hasCallerId ? await repeatLegacyOutcome(waiting, id) : undefined);
      if (repeat) waiting.answer(repeat);
      else fresh.push(waiting);
    }
    return fresh;
  };
};
