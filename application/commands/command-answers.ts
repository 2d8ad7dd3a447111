import { type Decider, isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { DomainEvent } from "#domain/core/message.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { decodeEvent } from "../events/decode-event.ts";
import { deriveEventId, deriveNewId } from "../text/derive-id.ts";
import {
  type CommandOutcome,
  claimed,
  createCommandOutcomes,
  type NoOpOutcome,
  noRecordedOutcome,
  type RecordedOutcome,
} from "./command-outcomes.ts";
import type { CommandRequest, CommandResult, Loaded, MakeCommand } from "./command-runner-types.ts";
import type { StreamState, StreamStates } from "./stream-states.ts";

export type Answer<E extends DomainEvent, S> = Refusal | CommandResult<E, S>;

/** A command in progress. */
export type PendingCommand<C, E extends DomainEvent, S> = {
  decider: Decider<C, E, S>;
  stream: string;
  commandId: string;
  /** The caller named the command, so it may be a repeat. */
  hasCallerId: boolean;
  command: MakeCommand<C, S>;
  request: CommandRequest;
  /** The note on this command, read or written in this round. */
  recordedOutcome: RecordedOutcome;
  /** Time its turn came, ISO. */
  instant: string;
};

export const toLoaded = <S>({ state, version, position }: Loaded<S>): Loaded<S> => ({ state, version, position });

/** Reads and records the outcomes of commands (ADR 22). */
export const createCommandAnswers = (options: {
  eventStore: EventStore;
  stateStore: StateStore;
  upcasters: Upcasters;
  states: StreamStates;
  wall: () => Date;
}) => {
  const { eventStore, upcasters, states } = options;
  const outcomes = createCommandOutcomes(options.stateStore, options.wall);

  /** Returns the first answer: events from `firstVersion`, and the state after them. */
  const repeatFrom = async <C, E extends DomainEvent, S>(
    { decider, stream, commandId }: PendingCommand<C, E, S>,
    firstVersion: number,
  ): Promise<CommandResult<E, S>> => {
    const following = await eventStore.readStream(stream, { fromVersion: firstVersion, limit: 500 });
    const foreign = following.findIndex((event, n) => event.id !== deriveEventId(stream, commandId, n));
    const own = foreign < 0 ? following : following.slice(0, foreign);
    const after = await states.at(decider, stream, firstVersion + own.length - 1);
    const events = own.map((recorded) => {
      const { type, data } = decodeEvent(recorded, upcasters);
      return { type, data } as E;
    });
    return { ...toLoaded(after), events, repeated: true };
  };

  /**
   * Decides a refusal that was too long to store again on its original state. If erased words prevent that, returns the
   * stored refusal without details.
   */
  const decideRefusalAgain = async <C, E extends DomainEvent, S>(
    { decider, stream, commandId, command, instant }: PendingCommand<C, E, S>,
    refusal: Refusal,
    at: number,
  ): Promise<Refusal> => {
    const { state } = await states.at(decider, stream, at);
    try {
      const decision = decider.decide(
        command({ instant, newId: (n) => deriveNewId(stream, commandId, at, n) }, state),
        state,
      );
      return isRefusal(decision) && decision.code === refusal.code ? decision : refusal;
    } catch {
      return refusal;
    }
  };

  const noOpAnswer = async <C, E extends DomainEvent, S>(
    work: PendingCommand<C, E, S>,
    outcome: NoOpOutcome,
    repeated: boolean,
  ): Promise<Answer<E, S>> => {
    const { decider, stream } = work;
    if ("refusal" in outcome)
      return repeated && outcome.at !== undefined
        ? decideRefusalAgain(work, outcome.refusal, outcome.at)
        : outcome.refusal;
    return { ...toLoaded(await states.at(decider, stream, outcome.version)), events: [], repeated };
  };

  // Writes even an equal note, because only the last writer may go on (ADR 22).
  const recordNote = async <C, E extends DomainEvent, S>(
    work: PendingCommand<C, E, S>,
    outcome: CommandOutcome | typeof claimed,
  ): Promise<boolean> => {
    const { hasCallerId, stream, commandId, recordedOutcome } = work;
    if (!hasCallerId) return true;
    const noted = await outcomes.note(stream, commandId, outcome, recordedOutcome);
    if (noted) work.recordedOutcome = noted;
    return noted !== false;
  };

  return {
    noOpAnswer,
    noteStanding: outcomes.noteStanding,
    /**
     * The first answer, if known. The state must be read before the note: an event of the command is among the newest,
     * or was recorded before (ADR 61).
     */
    remembered: async <C, E extends DomainEvent, S>(
      work: PendingCommand<C, E, S>,
      { recent }: StreamState<S>,
    ): Promise<Answer<E, S> | undefined> => {
      const known = recent.get(deriveEventId(work.stream, work.commandId, 0));
      if (known !== undefined) return repeatFrom(work, known);
      work.recordedOutcome = work.hasCallerId ? await outcomes.read(work.stream, work.commandId) : noRecordedOutcome;
      const { outcome } = work.recordedOutcome;
      if (!outcome) return undefined;
      if (!("first" in outcome)) return noOpAnswer(work, outcome, true);
      const [first] = await eventStore.readStream(work.stream, { fromVersion: outcome.first, limit: 1 });
      return first?.id === deriveEventId(work.stream, work.commandId, 0) ? repeatFrom(work, outcome.first) : undefined;
    },
    /**
     * Claims a named command without events, before checking that its state still holds (ADR 62). False when another
     * process was faster; then read its note.
     */
    claim: async <C, E extends DomainEvent, S>(work: PendingCommand<C, E, S>): Promise<boolean> =>
      recordNote(work, claimed),
    /**
     * Records the outcome, or planned outcome, of a named command. False when another process was faster; then read its
     * note.
     */
    note: async <C, E extends DomainEvent, S>(
      work: PendingCommand<C, E, S>,
      outcome: CommandOutcome,
    ): Promise<boolean> => recordNote(work, outcome),
  };
};

export type CommandAnswers = ReturnType<typeof createCommandAnswers>;
