import { type Decider, isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { CommandContext, DomainEvent, EventMetadata } from "#domain/core/message.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { maxEventsPerAppend } from "#infra/ports/stores/append-rules.ts";
import { type EventStore, type EventToAppend, WrongExpectedVersion } from "#infra/ports/stores/event-store.ts";
import { deriveEventId, deriveNewId } from "../text/derive-id.ts";
import type { CommandRequest, CommandResult, MakeCommand } from "./command-runner-types.ts";
import type { StreamState, StreamStates } from "./stream-states.ts";

/** A command in its stream's queue, which it leaves when it is answered or fails. */
export type WaitingCommand<C, E extends DomainEvent, S> = {
  decider: Decider<C, E, S>;
  stream: string;
  commandId: string;
  /** True if the command may be a repeat. */
  hasCallerId: boolean;
  command: MakeCommand<C, S>;
  request: CommandRequest;
  /** ISO time of its call. */
  instant: string;
  /** When it first met a conflict, by the steady clock. */
  conflictsSince?: number;
  answer: (answer: Refusal | CommandResult<E, S>) => void;
  fail: (error: unknown) => void;
};

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
    isFresh: boolean,
  ) => {
    const decided: { waiting: WaitingCommand<C, E, S>; decision: readonly E[] | Refusal; state: S; version: number }[] =
      [];
    const events: EventToAppend[] = [];
    const reached: S[] = [];
    let { state, version } = base;
    for (const waiting of batch) {
      const { decider, stream, commandId, instant } = waiting;
      const at = version;
      const context: CommandContext = { instant, newId: (n) => deriveNewId(stream, commandId, at, n) };
      try {
        waiting.request.beforeDeciding?.();
        const decision = decider.decide(waiting.command(context, state), state);
        const own = isRefusal(decision) ? [] : toEvents(waiting, decision);
        if (events.length > 0 && events.length + own.length > maxEventsPerAppend) break;
        const after = states.evolve(decider, { state, version }, own);
        events.push(...own);
        reached.push(...after);
        if (own.length > 0) state = after.at(-1) as S;
        version += own.length;
        decided.push({ waiting, decision, state, version });
      } catch (error) {
        if (isFresh) waiting.fail(error);
      }
    }
    return { decided, events, reached };
  };

  const hasMoved = async (stream: string, version: number): Promise<boolean> =>
    (await eventStore.readStream(stream, { fromVersion: version + 1, limit: 1 })).length > 0;

  /**
   * Answers the commands with a durable outcome; the caller decides the others again on a fresh read. An append proves
   * that nobody changed the stream since `base`. Without one, the end of the stream is read: the commands' events, or
   * reasons for another decision, may be there (ADR 119). `isFresh`: `base` was just read, not remembered.
   * @throws errors of the stores: the outcome of unanswered commands is then unknown
   */
  return async <C, E extends DomainEvent, S>(
    batch: readonly WaitingCommand<C, E, S>[],
    base: StreamState<S>,
    isFresh: boolean,
  ): Promise<void> => {
    const { decided, events, reached } = decideAll(batch, base, isFresh);
    const [first] = decided;
    if (!first) return;
    const { decider, stream } = first.waiting;
    let { position } = base;
    if (events.length > 0) {
      const expectedVersion = base.version < 0 ? "no-stream" : base.version;
      const result = await eventStore.appendToStream(stream, events, { expectedVersion }).catch((error: unknown) => {
        if (error instanceof WrongExpectedVersion) return undefined;
        throw error;
      });
      if (!result) return;
      position = result.position;
      if (!decided.every(({ waiting }) => waiting.request.skipCache)) {
        // Positions within an append are unknown; only the last is needed.
        const recorded = events.map((event, n) => ({ ...event, ...result, stream, version: base.version + 1 + n }));
        await states.keep(decider, stream, base, recorded, reached);
      }
    } else if (await hasMoved(stream, base.version)) return;
    for (const { waiting, decision, state, version } of decided)
      waiting.answer(
        isRefusal(decision)
          ? decision
          : {
              state,
              version,
              position: version === base.version ? base.position : position,
              events: decision,
              repeated: false,
            },
      );
  };
};
