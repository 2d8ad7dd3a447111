import { setTimeout as sleep } from "node:timers/promises";
import { type Decider, isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { CommandContext, DomainEvent, EventMetadata } from "#domain/core/message.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import { StoreBusy } from "../ports/busy.ts";
import type { Clock } from "../ports/clock.ts";
import {
  type AppendResult,
  type EventStore,
  type EventToAppend,
  type RecordedEvent,
  WrongExpectedVersion,
} from "../ports/event-store.ts";
import type { Ids } from "../ports/ids.ts";
import type { JsonObject } from "../ports/json.ts";
import type { StateStore } from "../ports/state-store.ts";
import { createCommandOutcomes, type QuietOutcome } from "./command-outcomes.ts";
import type { CommandOf, CommandRequest, CommandResult, CommandRunner, Loaded } from "./command-runner-types.ts";
import { decodeEvent } from "./decode-event.ts";
import { eventIdOf, newIdOf } from "./derive-id.ts";
import { createStreamQueue } from "./stream-queue.ts";
import { createStreamStates, type StreamState } from "./stream-states.ts";

export type CommandRunnerOptions = {
  eventStore: EventStore;
  /** For snapshots and for the outcomes of commands without events. */
  stateStore: StateStore;
  clock: Clock;
  ids: Ids;
  upcasters: Upcasters;
  /** Streams whose state stays in memory; default 500. */
  cacheSize?: number;
  /** Default: a warning of the process. */
  onSnapshotFailed?: (error: unknown, stream: string) => void;
};

/** How long a command is decided again on fresh reads before the answer is 'busy' (design section 4), ms. */
const patience = 2_000;

/**
 * Who has just lost against another process tries again at once: it held the write lock last, and so is likely to be the first this
 * time. With a pause after every defeat a busy process shuts out the other for seconds. Only a row of defeats is worth a pause.
 */
const roundsAtOnce = 4;

const warnOfSnapshot = (error: unknown, stream: string) =>
  process.emitWarning(`A snapshot of ${stream} could not be written: ${String(error)}. The next one will be tried.`);

const loadedOf = <S>({ state, version, position }: Loaded<S>): Loaded<S> => ({ state, version, position });

/** Runs commands on streams (see {@link CommandRunner}): cached states, snapshots, one queue per stream, repeats, retries. */
export const createCommandRunner = (options: CommandRunnerOptions): CommandRunner => {
  const { eventStore, clock, upcasters } = options;
  const inTurn = createStreamQueue();
  const outcomes = createCommandOutcomes(options.stateStore, () => clock.wall());
  const states = createStreamStates({
    eventStore,
    stateStore: options.stateStore,
    upcasters,
    cacheSize: options.cacheSize ?? 500,
    onSnapshotFailed: options.onSnapshotFailed ?? warnOfSnapshot,
  });
  const streamOf = (decider: { category: string }, id: string) => `${decider.category}-${id}`;

  type Work<C, E extends DomainEvent, S> = {
    decider: Decider<C, E, S>;
    stream: string;
    commandId: string;
    /** The caller named the command, so it may be a repeat. */
    named: boolean;
    command: CommandOf<C, S>;
    request: CommandRequest;
    context: CommandContext;
  };

  /** The answer of the first time: its events and the state after them. */
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

  const quietAnswer = async <C, E extends DomainEvent, S>(
    { decider, stream }: Work<C, E, S>,
    outcome: QuietOutcome,
    repeated: boolean,
  ): Promise<Refusal | CommandResult<E, S>> => {
    if ("refusal" in outcome) return outcome.refusal;
    return { ...loadedOf(await states.at(decider, stream, outcome.version)), events: [], repeated };
  };

  const endQuietly = async <C, E extends DomainEvent, S>(work: Work<C, E, S>, outcome: QuietOutcome) => {
    if (!work.named) return quietAnswer(work, outcome, false);
    const standing = await outcomes.record(work.stream, work.commandId, outcome);
    return quietAnswer(work, standing, standing !== outcome);
  };

  const toAppend = <C, E extends DomainEvent, S>(work: Work<C, E, S>, events: readonly E[]): EventToAppend[] =>
    events.map((event, n) => {
      const metadata: EventMetadata = {
        schema: upcasters.schemaOf(event.type),
        correlation: work.request.correlation,
        causation: work.request.causation ?? work.commandId,
        actor: work.request.actor,
        tenant: work.request.tenant,
        instant: work.context.instant,
      };
      return {
        id: eventIdOf(work.stream, work.commandId, n),
        type: event.type,
        data: event.data as JsonObject,
        metadata: metadata as unknown as JsonObject,
      };
    });

  /** Undefined when somebody else appended first. */
  const append = async (stream: string, events: readonly EventToAppend[], version: number) => {
    try {
      return await eventStore.appendToStream(stream, events, { expectedVersion: version < 0 ? "no-stream" : version });
    } catch (error) {
      if (error instanceof WrongExpectedVersion) return undefined;
      throw error;
    }
  };

  const recorded = (stream: string, events: readonly EventToAppend[], result: AppendResult): RecordedEvent[] =>
    // Positions within the batch are not known, and only that of its last event is ever asked for.
    events.map((event, n) => ({
      ...event,
      stream,
      version: result.version - events.length + 1 + n,
      position: result.position,
    }));

  /** An id that the store knows although the stream has not moved: a repeat from longer ago than what is remembered. */
  const findInWholeStream = async (stream: string, eventId: string, upTo: number): Promise<number | undefined> => {
    for (let from = 0; from <= upTo; ) {
      const page = await eventStore.readStream(stream, { fromVersion: from, limit: 1_000 });
      const found = page.find((event) => event.id === eventId);
      if (found) return found.version;
      if (page.length === 0) return undefined;
      from += page.length;
    }
    return undefined;
  };

  /** Undefined when another append was in between and the command must be decided again. */
  const decideOnce = async <C, E extends DomainEvent, S>(
    work: Work<C, E, S>,
    before: StreamState<S>,
  ): Promise<Refusal | CommandResult<E, S> | undefined> => {
    const { decider, stream } = work;
    const decision = decider.decide(work.command(work.context, before.state), before.state);
    if (isRefusal(decision)) return endQuietly(work, { refusal: decision });
    if (decision.length === 0) return endQuietly(work, { version: before.version });
    const events = toAppend(work, decision);
    const result = await append(stream, events, before.version);
    if (!result) return undefined;
    const after = await states.advance(decider, stream, before, recorded(stream, events, result));
    return { ...loadedOf(after), events: decision, repeated: false };
  };

  const run = async <C, E extends DomainEvent, S>(work: Work<C, E, S>) => {
    const { decider, stream } = work;
    const firstEventId = eventIdOf(stream, work.commandId, 0);
    const deadline = clock.wall().getTime() + patience;
    const earlier = work.named ? await outcomes.read(stream, work.commandId) : undefined;
    if (earlier) return quietAnswer(work, earlier, true);
    let lastVersion: number | undefined;
    let pause = 5;
    for (let round = 1; ; round += 1) {
      const before = await states.newest(decider, stream);
      const known = before.recent.get(firstEventId);
      if (known !== undefined) return repeatFrom(work, known);
      if (before.version === lastVersion) {
        const first = await findInWholeStream(stream, firstEventId, before.version);
        if (first !== undefined) return repeatFrom(work, first);
      }
      lastVersion = before.version;
      const answer = await decideOnce(work, before);
      if (answer) return answer;
      if (clock.wall().getTime() >= deadline)
        throw new StoreBusy(`${stream} is being changed by others all the time. Try again in a moment.`);
      if (round % roundsAtOnce !== 0) continue;
      await sleep(Math.random() * pause);
      pause = Math.min(pause * 2, 100);
    }
  };

  return {
    load: async (decider, id) => loadedOf(await states.newest(decider, streamOf(decider, id))),
    loadAt: async (decider, id, version) => loadedOf(await states.at(decider, streamOf(decider, id), version)),
    execute: (decider, id, command, request) => {
      const stream = streamOf(decider, id);
      const commandId = request.commandId ?? options.ids.uuid();
      return inTurn(stream, () =>
        run({
          decider,
          stream,
          commandId,
          named: request.commandId !== undefined,
          command,
          request,
          context: { instant: clock.now().toISOString(), newId: (n) => newIdOf(stream, commandId, n) },
        }),
      );
    },
  };
};
