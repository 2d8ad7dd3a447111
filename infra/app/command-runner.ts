import { setTimeout as sleep } from "node:timers/promises";
import { type Decider, isRefusal, type Refusal } from "#domain/core/decider.ts";
import { jsonEqual } from "#domain/core/json-equal.ts";
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
import {
  createCommandOutcomes,
  nothingRemembered,
  type Outcome,
  type QuietOutcome,
  type Remembered,
} from "./command-outcomes.ts";
import type { CommandOf, CommandRequest, CommandResult, CommandRunner, Loaded } from "./command-runner-types.ts";
import { decodeEvent } from "./decode-event.ts";
import { eventIdOf, newIdOf } from "./derive-id.ts";
import { createStreamQueue } from "./stream-queue.ts";
import { createStreamStates, type StreamState } from "./stream-states.ts";

export type CommandRunnerOptions = {
  eventStore: EventStore;
  /** For snapshots and for the outcomes of named commands. */
  stateStore: StateStore;
  clock: Clock;
  ids: Ids;
  upcasters: Upcasters;
  /** What states that stay in memory may weigh together, characters of their JSON; default 64 million. */
  cacheWeight?: number;
  /** Default: a warning of the process. */
  onSnapshotFailed?: (error: unknown, stream: string) => void;
};

/** How long a command is decided again on fresh reads before the answer is 'busy' (D-4), ms. */
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
    cacheWeight: options.cacheWeight ?? 64_000_000,
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
    instant: string;
  };

  /** What is known of the command when a round begins; it may be told more in it. */
  type Memory = { remembered: Remembered };

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

  /** Notes of a named command how it ends or is about to; false when another process was faster, and its note must be looked at. */
  const note = async <C, E extends DomainEvent, S>(
    { named, stream, commandId }: Work<C, E, S>,
    outcome: Outcome,
    memory: Memory,
  ): Promise<boolean> => {
    if (!named) return true;
    const { outcome: known } = memory.remembered;
    if (known && "first" in known && jsonEqual(known, outcome)) return true;
    const noted = await outcomes.note(stream, commandId, outcome, memory.remembered);
    memory.remembered = noted || (await outcomes.read(stream, commandId));
    return noted !== false;
  };

  /** The answer of the first time, as far as something is remembered of it. */
  const rememberedAnswer = async <C, E extends DomainEvent, S>(work: Work<C, E, S>, { outcome }: Remembered) => {
    if (!outcome) return undefined;
    if (!("first" in outcome)) return quietAnswer(work, outcome, true);
    const [first] = await eventStore.readStream(work.stream, { fromVersion: outcome.first, limit: 1 });
    return first?.id === eventIdOf(work.stream, work.commandId, 0) ? repeatFrom(work, outcome.first) : undefined;
  };

  const toAppend = <C, E extends DomainEvent, S>(work: Work<C, E, S>, events: readonly E[]): EventToAppend[] =>
    events.map((event, n) => {
      const metadata: EventMetadata = {
        schema: upcasters.schemaOf(event.type),
        correlation: work.request.correlation,
        causation: work.request.causation ?? work.commandId,
        actor: work.request.actor,
        tenant: work.request.tenant,
        instant: work.instant,
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

  /** Undefined when another process was in between and the command must be decided again. */
  const decideOnce = async <C, E extends DomainEvent, S>(
    work: Work<C, E, S>,
    before: StreamState<S>,
    memory: Memory,
  ): Promise<Refusal | CommandResult<E, S> | undefined> => {
    const { decider, stream, commandId, instant } = work;
    const context: CommandContext = { instant, newId: (n) => newIdOf(stream, commandId, before.version, n) };
    const decision = decider.decide(work.command(context, before.state), before.state);
    if (isRefusal(decision) || decision.length === 0) {
      const outcome: QuietOutcome = isRefusal(decision) ? { refusal: decision } : { version: before.version };
      return (await note(work, outcome, memory)) ? quietAnswer(work, outcome, false) : undefined;
    }
    if (!(await note(work, { first: before.version + 1, events: decision.length }, memory))) return undefined;
    const events = toAppend(work, decision);
    const result = await append(stream, events, before.version);
    // Another version: a store that knew the first of these events took them all for known.
    if (result?.version !== before.version + events.length) return undefined;
    const after = await states.advance(decider, stream, before, recorded(stream, events, result));
    return { ...loadedOf(after), events: decision, repeated: false };
  };

  const run = async <C, E extends DomainEvent, S>(work: Work<C, E, S>) => {
    const { decider, stream, commandId, named } = work;
    const firstEventId = eventIdOf(stream, commandId, 0);
    const deadline = clock.steady() + patience;
    const memory: Memory = { remembered: named ? await outcomes.read(stream, commandId) : nothingRemembered };
    let pause = 5;
    for (let round = 1; ; round += 1) {
      const earlier = await rememberedAnswer(work, memory.remembered);
      if (earlier) return earlier;
      const before = await states.newest(decider, stream);
      const known = before.recent.get(firstEventId);
      if (known !== undefined) return repeatFrom(work, known);
      const answer = await decideOnce(work, before, memory);
      if (answer) return answer;
      if (clock.steady() >= deadline)
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
          instant: clock.now().toISOString(),
        }),
      );
    },
  };
};
