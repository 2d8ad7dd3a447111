import type { Decider, Refusal } from "#domain/core/decider.ts";
import type { Actor, CommandContext, DomainEvent } from "#domain/core/message.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";

export type Loaded<State> = {
  state: State;
  /** -1 of a stream without events. */
  version: number;
  /** Position of the last event read; undefined of a stream without events. */
  position: Position | undefined;
};

export type CommandRequest = {
  tenant: string;
  actor: Actor;
  /** Request id; the same for everything the request sets off. */
  correlation: string;
  /** `x-command-id`: event ids and ids of created things derive from it, and a repeat within 24 hours answers the first result. Random without one. */
  commandId?: string;
  /** Id of the event or command that caused this; the command id without one. */
  causation?: string;
  /** The stream is likely to have no events yet, as its id was made just now: it is not read first. */
  fresh?: boolean;
  /** Nobody is likely to ask for the stream soon: its state takes no room in memory. */
  passing?: boolean;
  /**
   * Asked each time before the command is decided anew, and never for a repeat: that is answered as the first time. What it throws is the
   * call's error, and then nothing was decided.
   */
  admit?: () => void;
};

export type CommandResult<Event extends DomainEvent, State> = Loaded<State> & {
  /** Empty when nothing changed. On a repeat: the events of the first time. */
  events: readonly Event[];
  repeated: boolean;
};

/** A command as data, or made from the state it meets (an intent applied to a fresh read). */
export type MakeCommand<Command, State> = (context: CommandContext, state: State) => Command;

/**
 * Runs commands on streams. Made by `createCommandRunner` (command-runner.ts): one queue per stream; what waits there is decided and appended by
 * decide-together.ts; how repeats are answered is in command-answers.ts (ADR 22).
 */
export type CommandRunner = {
  load<C, E extends DomainEvent, S>(decider: Decider<C, E, S>, id: string): Promise<Loaded<S>>;
  /** The state as it was after the event of that version (for the base of an intent). */
  loadAt<C, E extends DomainEvent, S>(decider: Decider<C, E, S>, id: string, version: number): Promise<Loaded<S>>;
  /**
   * Decides and appends. Commands that wait for one stream are decided in order and appended together (ADR 33); a version conflict decides
   * again on a fresh read,
   * with jitter, for up to 2 s.
   * @throws {StoreBusy} no luck within 2 s
   */
  execute<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    id: string,
    command: MakeCommand<C, S>,
    request: CommandRequest,
  ): Promise<Refusal | CommandResult<E, S>>;
};
