import type { Decider, Refusal } from "#domain/core/decider.ts";
import type { Actor, CommandContext, DomainEvent } from "#domain/core/message.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";

export type Loaded<State> = {
  state: State;
  /** -1 for a stream without events. */
  version: number;
  /** Undefined for a stream without events. */
  position: Position | undefined;
};

export type CommandRequest = {
  tenant: string;
  actor: Actor;
  /** Request id, shared by all that it triggers. */
  correlation: string;
  /**
   * `x-command-id`: ids of events and created items derive from it. Takes effect once within 24 hours at most. A repeat
   * returns the first result if there were events; otherwise it is decided again (ADR 119). Default: random.
   */
  commandId?: string;
  /** Id of the causing event or command; default: the command id. */
  causation?: string;
  /** Hint: probably no events, so the first read is skipped. */
  isNewStream?: boolean;
  /** Hint: the state won't be needed soon, so is not cached. */
  skipCache?: boolean;
  /** Called before each decision, never for a repeat. Its error fails the call. */
  beforeDeciding?: () => void;
};

export type CommandResult<Event extends DomainEvent, State> = Loaded<State> & {
  /** Empty if nothing changed. On a repeat: the first events. */
  events: readonly Event[];
  repeated: boolean;
};

/** A command built from the current state, such as an intent. */
export type MakeCommand<Command, State> = (context: CommandContext, state: State) => Command;

/** Runs commands on streams, with one queue per stream (ADR 119). */
export type CommandRunner = {
  load<C, E extends DomainEvent, S>(decider: Decider<C, E, S>, id: string): Promise<Loaded<S>>;
  /** Base of an intent. */
  loadAt<C, E extends DomainEvent, S>(decider: Decider<C, E, S>, id: string, version: number): Promise<Loaded<S>>;
  /**
   * Decides and appends. Commands waiting for one stream are decided in order and appended together (ADR 119). After a
   * version conflict, decides again on a fresh read, with jitter.
   * @throws {StoreBusy} conflicts for 2 s
   */
  execute<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    id: string,
    command: MakeCommand<C, S>,
    request: CommandRequest,
  ): Promise<Refusal | CommandResult<E, S>>;
};
