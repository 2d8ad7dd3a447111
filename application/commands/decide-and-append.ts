import { type Decider, isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { CommandContext, DomainEvent, EventMetadata } from "#domain/core/message.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { maxEventsPerAppend } from "#infra/ports/stores/append-rules.ts";
import {
  type AppendResult,
  type EventStore,
  type EventToAppend,
  type RecordedEvent,
  WrongExpectedVersion,
} from "#infra/ports/stores/event-store.ts";
import { deriveEventId, deriveNewId } from "../text/derive-id.ts";
import type { CommandRequest, CommandResult, MakeCommand } from "./command-runner-types.ts";
import type { StreamState, StreamStates } from "./stream-states.ts";

/** A command in its stream's queue. */
export type WaitingCommand<C, E extends DomainEvent, S> = {
  decider: Decider<C, E, S>;
  stream: string;
  commandId: string;
  /** True if the command may be a repeat. */
  hasCallerId: boolean;
  command: MakeCommand<C, S>;
  request: CommandRequest;
  /** ISO time at which its turn began. */
  instant: string;
  answer: (answer: Refusal | CommandResult<E, S>) => void;
  fail: (error: unknown) => void;
};

type Decided<C, E extends DomainEvent, S> = {
  waiting: WaitingCommand<C, E, S>;
  decision: readonly E[] | Refusal;
  toAppend: readonly EventToAppend[];
  state: S;
  version: number;
};

/** Positions within an append are unknown; only the last is needed. */
const toRecorded = (stream: string, events: readonly EventToAppend[], result: AppendResult): RecordedEvent[] =>
  events.map((event, n) => ({
    ...event,
    stream,
    version: result.version - events.length + 1 + n,
    position: result.position,
  }));

/** For events that are not appended yet. `version`: of `base`. */
const evolveAll = <C, E extends DomainEvent, S>(
  { evolve }: Decider<C, E, S>,
  base: S,
  version: number,
  events: readonly EventToAppend[],
): S =>
  events.reduce(
    (state, { type, data, metadata }, n) =>
      evolve(state, { type, data } as E, metadata as unknown as EventMetadata, version + 1 + n),
    base,
  );

/** Decides commands of one stream, each on the state after the one before. Appends their events together (ADR 119). */
export const createDecideAndAppend = (options: {
  eventStore: EventStore;
  upcasters: Upcasters;
  states: StreamStates;
}) => {
  const { eventStore, upcasters, states } = options;

  const toEvents = <C, E extends DomainEvent, S>(
    { stream, commandId, request, instant }: WaitingCommand<C, E, S>,
    events: readonly E[],
  ): EventToAppend[] =>
    events.map((event, n) => {
      const metadata: EventMetadata = {
        schema: upcasters.getSchema(event.type),
        correlation: request.correlation,
        causation: request.causation ?? commandId,
        actor: request.actor,
        tenant: request.tenant,
        instant,
      };
      return {
        id: deriveEventId(stream, commandId, n),
        type: event.type,
        data: event.data as JsonObject,
        metadata: metadata as unknown as JsonObject,
      };
    });

  /** Stops when one append is full. If a decision throws, only its command fails. */
  const decideAll = <C, E extends DomainEvent, S>(
    batch: readonly WaitingCommand<C, E, S>[],
    base: StreamState<S>,
    fail: (waiting: WaitingCommand<C, E, S>, error: unknown) => void,
  ): Decided<C, E, S>[] => {
    const all: Decided<C, E, S>[] = [];
    let { state, version } = base;
    for (const [index, waiting] of batch.entries()) {
      const { decider, stream, commandId, instant } = waiting;
      const at = version;
      const context: CommandContext = { instant, newId: (n) => deriveNewId(stream, commandId, at, n) };
      try {
        waiting.request.beforeDeciding?.();
        const decision = decider.decide(waiting.command(context, state), state);
        const toAppend = isRefusal(decision) ? [] : toEvents(waiting, decision);
        if (version > base.version && version - base.version + toAppend.length > maxEventsPerAppend) break;
        // The last state comes from the recorded events below.
        if (index + 1 < batch.length) state = evolveAll(decider, state, version, toAppend);
        version += toAppend.length;
        all.push({ waiting, decision, toAppend, state, version });
      } catch (error) {
        fail(waiting, error);
      }
    }
    return all;
  };

  const hasMoved = async (stream: string, version: number): Promise<boolean> =>
    (await eventStore.readStream(stream, { fromVersion: version + 1, limit: 1 })).length > 0;

  /**
   * Answers the commands with a durable outcome; the caller decides the others again on a fresh read. An append proves
   * that nobody changed the stream since `base`. Without one, the end of the stream is read before a command with a
   * caller's id is refused or changes nothing: its events may be there (ADR 119). `optimistic`: `base` is a guess, so
   * only an append confirms answers.
   * @throws errors of the stores: the outcome of unanswered commands is then unknown
   */
  return async <C, E extends DomainEvent, S>(
    batch: readonly WaitingCommand<C, E, S>[],
    base: StreamState<S>,
    { optimistic = false } = {},
  ): Promise<void> => {
    const all = decideAll(batch, base, (waiting, error) => {
      if (!optimistic) waiting.fail(error);
    });
    const last = all.at(-1);
    if (!last) return;
    if (optimistic && (all.length < batch.length || all.some(({ toAppend }) => toAppend.length === 0))) return;
    const { decider, stream } = last.waiting;
    const events = all.flatMap(({ toAppend }) => toAppend);
    let { position } = base;
    let { state: reached } = last;
    if (events.length > 0) {
      const expectedVersion = base.version < 0 ? "no-stream" : base.version;
      const result = await eventStore.appendToStream(stream, events, { expectedVersion }).catch((error: unknown) => {
        if (error instanceof WrongExpectedVersion) return undefined;
        throw error;
      });
      if (!result) return;
      ({ position } = result);
      const recorded = toRecorded(stream, events, result);
      reached = all.every(({ waiting }) => waiting.request.skipCache)
        ? states.evolveWithoutCaching(decider, base.state, recorded)
        : (await states.advance(decider, stream, base, recorded)).state;
    } else if (all.some(({ waiting }) => waiting.hasCallerId) && (await hasMoved(stream, base.version))) return;
    for (const { waiting, decision, state, version } of all)
      waiting.answer(
        isRefusal(decision)
          ? decision
          : {
              state: version === last.version ? reached : state,
              version,
              position: version === base.version ? base.position : position,
              events: decision,
              repeated: false,
            },
      );
  };
};
