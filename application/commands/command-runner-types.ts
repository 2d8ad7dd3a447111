import type { Decider, Refusal } from "#domain/core/decider.ts";
import type { Actor, CommandContext, DomainEvent } from "#domain/core/message.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";

export type Loaded<State> = {
  state: State;
  /** -1 for a stream without events. */
  version: number;
  /** Position of the last event read; undefined for a stream without events. */
  position: Position | undefined;
};

export type CommandRequest = {
  tenant: string;
  actor: Actor;
  /** Request id, shared by everything the request triggers. */
  correlation: string;
  /**
   * `x-command-id`: ids of events and created items derive from it. It takes effect at most once within 24 hours. A
   * repeat returns the first result if there were events; otherwise it is decided again (ADR 119). Default: random.
   */
  commandId?: string;
  /** Id of the event or command that caused this; default: the command id. */
  causation?: string;
  /** Optimistic hint: the stream probably has no events, so the first read is skipped. */
  isNewStream?: boolean;
  /** Hint: the stream won't be needed soon, so its state is not cached. */
  skipCache?: boolean;
  /**
   * Called each time before the command is decided, never for a repeat. If it throws, the call fails with that error.
   */
  beforeDeciding?: () => void;
};

export type CommandResult<Event extends DomainEvent, State> = Loaded<State> & {
  /** Empty when nothing changed. On a repeat: the events of the first time. */
  events: readonly Event[];
  repeated: boolean;
};

/** A command as data, or built from the current state (an intent applied to a fresh read). */
export type MakeCommand<Command, State> = (context: CommandContext, state: State) => Command;

/**
 * Runs commands on streams, with one queue per stream (command-runner.ts). decide-and-append.ts decides and appends waiting
 * commands; answer-repeats.ts answers repeats (ADR 119).
 */
export type CommandRunner = {
  load<C, E extends DomainEvent, S>(decider: Decider<C, E, S>, id: string): Promise<Loaded<S>>;
  /** State at a version, as the base of an intent. */
  loadAt<C, E extends DomainEvent, S>(decider: Decider<C, E, S>, id: string, version: number): Promise<Loaded<S>>;
  /**
   * Decides and appends. Commands waiting for one stream are decided in order and appended together (ADR 119). A version
   * conflict decides again on a fresh read, with jitter, for up to 2 s.
   * @throws {StoreBusy} conflicts for 2 s
   */
  execute<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    id: string,
    command: MakeCommand<C, S>,
    request: CommandRequest,
  ): Promise<Refusal | CommandResult<E, S>>;
};
