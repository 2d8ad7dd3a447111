import { type Decider, isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { DomainEvent } from "#domain/core/message.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { decodeEvent } from "../events/decode-event.ts";
import { eventIdOf, newIdOf } from "../text/derive-id.ts";
import {
  type CommandOutcome,
  claimed,
  createCommandOutcomes,
  nothingRemembered,
  type QuietOutcome,
  type Remembered,
} from "./command-outcomes.ts";
import type { CommandRequest, CommandResult, Loaded, MakeCommand } from "./command-runner-types.ts";
import type { StreamState, StreamStates } from "./stream-states.ts";

export type Answer<E extends DomainEvent, S> = Refusal | CommandResult<E, S>;

/** A command on its way. */
export type Work<C, E extends DomainEvent, S> = {
  decider: Decider<C, E, S>;
  stream: string;
  commandId: string;
  /** The caller named the command, so it may be a repeat. */
  named: boolean;
  command: MakeCommand<C, S>;
  request: CommandRequest;
  /** What was noted of the command when this round began, or by itself since. */
  remembered: Remembered;
  /** When its turn came. */
  instant: string;
};

export const loadedOf = <S>({ state, version, position }: Loaded<S>): Loaded<S> => ({ state, version, position });

/** How commands were answered, or are about to be (ADR 22). */
export const createCommandAnswers = (options: {
  eventStore: EventStore;
  stateStore: StateStore;
  upcasters: Upcasters;
  states: StreamStates;
  wall: () => Date;
}) => {
  const { eventStore, upcasters, states } = options;
  const outcomes = createCommandOutcomes(options.stateStore, options.wall);

  /** The answer of the first time: its events, of which the first stands at a version, and the state after them. */
  const repeatFrom = async <C, E extends DomainEvent, S>(
    { decider, stream, commandId }: Work<C, E, S>,
    firstVersion: number,
  ): Promise<CommandResult<E, S>> => {
    const following = await eventStore.readStream(stream, { fromVersion: firstVersion, limit: 500 });
    const foreign = following.findIndex((event, n) => event.id !== eventIdOf(stream, commandId, n));
    const own = foreign < 0 ? following : following.slice(0, foreign);
    const after = await states.at(decider, stream, firstVersion + own.length - 1);
    const events = own.map((recorded) => {
      const { type, data } = decodeEvent(recorded, upcasters);
      return { type, data } as E;
    });
    return { ...loadedOf(after), events, repeated: true };
  };

  /**
   * A refusal that was too long to be kept: decided once more upon what it was decided upon. Where that is not possible any more, as the
   * command needs words that are gone, the answer is what was kept, without details.
   */
  const refusedAgain = async <C, E extends DomainEvent, S>(
    { decider, stream, commandId, command, instant }: Work<C, E, S>,
    refusal: Refusal,
    at: number,
  ): Promise<Refusal> => {
    const { state } = await states.at(decider, stream, at);
    try {
      const decision = decider.decide(
        command({ instant, newId: (n) => newIdOf(stream, commandId, at, n) }, state),
        state,
      );
      return isRefusal(decision) && decision.code === refusal.code ? decision : refusal;
    } catch {
      return refusal;
    }
  };

  const quietAnswer = async <C, E extends DomainEvent, S>(
    work: Work<C, E, S>,
    outcome: QuietOutcome,
    repeated: boolean,
  ): Promise<Answer<E, S>> => {
    const { decider, stream } = work;
    if ("refusal" in outcome)
      return repeated && outcome.at !== undefined ? refusedAgain(work, outcome.refusal, outcome.at) : outcome.refusal;
    return { ...loadedOf(await states.at(decider, stream, outcome.version)), events: [], repeated };
  };

  // Also when the same is noted already: only who has written last may go on (ADR 22).
  const noteOf = async <C, E extends DomainEvent, S>(
    work: Work<C, E, S>,
    outcome: CommandOutcome | typeof claimed,
  ): Promise<boolean> => {
    const { named, stream, commandId, remembered } = work;
    if (!named) return true;
    const noted = await outcomes.note(stream, commandId, outcome, remembered);
    if (noted) work.remembered = noted;
    return noted !== false;
  };

  return {
    quietAnswer,
    noteStanding: outcomes.noteStanding,
    /**
     * The answer of the first time, as far as it is known over a state that was read just now: an event of the command stands among the
     * newest, or else was noted before they came (ADR 61), so a note that is read after the state tells of every earlier one.
     */
    remembered: async <C, E extends DomainEvent, S>(
      work: Work<C, E, S>,
      { recent }: StreamState<S>,
    ): Promise<Answer<E, S> | undefined> => {
      const known = recent.get(eventIdOf(work.stream, work.commandId, 0));
      if (known !== undefined) return repeatFrom(work, known);
      work.remembered = work.named ? await outcomes.read(work.stream, work.commandId) : nothingRemembered;
      const { outcome } = work.remembered;
      if (!outcome) return undefined;
      if (!("first" in outcome)) return quietAnswer(work, outcome, true);
      const [first] = await eventStore.readStream(work.stream, { fromVersion: outcome.first, limit: 1 });
      return first?.id === eventIdOf(work.stream, work.commandId, 0) ? repeatFrom(work, outcome.first) : undefined;
    },
    /**
     * Of a named command that will leave no event: claims that its outcome is being found, before it is looked whether it still holds (ADR
     * 62). False when another process was faster, and its note must be looked at.
     */
    claim: async <C, E extends DomainEvent, S>(work: Work<C, E, S>): Promise<boolean> => noteOf(work, claimed),
    /** Notes of a named command how it ends or is about to; false when another process was faster, and its note must be looked at. */
    note: async <C, E extends DomainEvent, S>(work: Work<C, E, S>, outcome: CommandOutcome): Promise<boolean> =>
      noteOf(work, outcome),
  };
};

export type CommandAnswers = ReturnType<typeof createCommandAnswers>;
