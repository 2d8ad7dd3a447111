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
import { createEarlierNotes } from "./earlier-notes.ts";
import type { RecentIds } from "./recent-ids.ts";
import type { StreamState, StreamStates } from "./stream-states.ts";

/**
 * Creates a function that answers the repeats among commands of one stream, and returns the others. A repeat is known
 * by the id of its first event and gets the first result: the events, and the state after them (ADR 119).
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
  const findEarlierNote = createEarlierNotes(options.stateStore, options.clock);

  /** First result of a command whose events begin at a version; undefined if they are not there. */
  const repeatFrom = async <C, E extends DomainEvent, S>(
    { decider, stream, commandId }: WaitingCommand<C, E, S>,
    first: number,
  ): Promise<CommandResult<E, S> | undefined> => {
    const following = await eventStore.readStream(stream, { fromVersion: first, limit: 500 });
    const foreign = following.findIndex((event, n) => event.id !== deriveEventId(stream, commandId, n));
    const own = foreign < 0 ? following : following.slice(0, foreign);
    if (own.length === 0) return undefined;
    const { state, version, position } = await states.at(decider, stream, first + own.length - 1);
    const events = own.map((recorded) => {
      const { type, data } = decodeEvent(recorded, upcasters);
      return { type, data } as E;
    });
    return { state, version, position, events, repeated: true };
  };

  /** Answer that an earlier version of Sheaf noted for this command. */
  const repeatNoted = async <C, E extends DomainEvent, S>(
    work: WaitingCommand<C, E, S>,
    firstId: string,
  ): Promise<Refusal | CommandResult<E, S> | undefined> => {
    const note = await findEarlierNote(firstId);
    if (!note) return undefined;
    if ("refusal" in note) return note.refusal;
    if ("first" in note) return repeatFrom(work, note.first);
    const { state, version, position } = await states.at(work.decider, work.stream, note.version);
    return { state, version, position, events: [], repeated: true };
  };

  return async <C, E extends DomainEvent, S>(
    works: readonly WaitingCommand<C, E, S>[],
    { version }: StreamState<S>,
  ): Promise<WaitingCommand<C, E, S>[]> => {
    const idOf = ({ stream, commandId }: WaitingCommand<C, E, S>) => deriveEventId(stream, commandId, 0);
    const named = works.filter(({ isNamed }) => isNamed);
    const [one] = named;
    const found = one && (await recentIds.find(one.stream, named.map(idOf), version));
    const fresh: WaitingCommand<C, E, S>[] = [];
    for (const work of works) {
      const id = idOf(work);
      // An unnamed command whose answer was lost is a repeat, too. Its events have just been read.
      const first = work.isNamed ? found?.[named.indexOf(work)] : recentIds.get(work.stream, id);
      const repeat =
        (first === undefined ? undefined : await repeatFrom(work, first)) ??
        (work.isNamed ? await repeatNoted(work, id) : undefined);
      if (repeat) work.answer(repeat);
      else fresh.push(work);
    }
    return fresh;
  };
};
