import { isRefusal } from "#domain/core/decider.ts";
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
import { type Answer, type CommandAnswers, type PendingCommand, toLoaded } from "./command-answers.ts";
import type { NoOpOutcome } from "./command-outcomes.ts";
import type { StreamState, StreamStates } from "./stream-states.ts";

/**
 * Events per part of a stream. Starting a part records the versions of earlier events (ADR 61), so fewer than two parts
 * are unrecorded, well within {@link StreamState.recent}.
 */
const recordEvery = 50;
/**
 * Newest events to record again when it is unknown what was recorded: a hundred, and as many again that a power cut may
 * have lost (ADR 22).
 */
const recordedAnew = 4 * recordEvery;

/** A command waiting for its answer. */
export type WaitingCommand<C, E extends DomainEvent, S> = PendingCommand<C, E, S> & {
  answer: (answer: Answer<E, S>) => void;
  fail: (error: unknown) => void;
};

/** Decisions in order; `after` is the state for the next command. */
type Decided<C, E extends DomainEvent, S> = { work: WaitingCommand<C, E, S>; index: number } & (
  | { noOp: NoOpOutcome }
  | { decision: readonly E[]; first: number; toAppend: EventToAppend[]; after: S }
);
type WithEvents<C, E extends DomainEvent, S> = Extract<Decided<C, E, S>, { first: number }>;

type NoOp<C, E extends DomainEvent, S> = Extract<Decided<C, E, S>, { noOp: NoOpOutcome }>;

const isNoOp = <C, E extends DomainEvent, S>(decided: Decided<C, E, S>): decided is NoOp<C, E, S> => "noOp" in decided;
const hasEvents = <C, E extends DomainEvent, S>(decided: Decided<C, E, S>): decided is WithEvents<C, E, S> =>
  "first" in decided;

/**
 * Decides commands waiting for one stream, each on the state after the one before. Appends all their events at once.
 */
export const createGroupCommit = (options: {
  eventStore: EventStore;
  upcasters: Upcasters;
  states: StreamStates;
  answers: CommandAnswers;
}) => {
  const { eventStore, upcasters, states, answers } = options;

  const toAppend = <C, E extends DomainEvent, S>(
    work: WaitingCommand<C, E, S>,
    events: readonly E[],
  ): EventToAppend[] =>
    events.map((event, n) => {
      const metadata: EventMetadata = {
        schema: upcasters.getSchema(event.type),
        correlation: work.request.correlation,
        causation: work.request.causation ?? work.commandId,
        actor: work.request.actor,
        tenant: work.request.tenant,
        instant: work.instant,
      };
      return {
        id: deriveEventId(work.stream, work.commandId, n),
        type: event.type,
        data: event.data as JsonObject,
        metadata: metadata as unknown as JsonObject,
      };
    });

  /** State after events that are not appended yet. */
  const stateAfter = <C, E extends DomainEvent, S>(
    { decider }: PendingCommand<C, E, S>,
    base: S,
    version: number,
    events: readonly EventToAppend[],
  ): S =>
    events.reduce(
      (state, { type, data, metadata }, n) =>
        decider.evolve(state, { type, data } as E, metadata as unknown as EventMetadata, version + 1 + n),
      base,
    );

  /**
   * True if the command also has events without the earlier, unappended ones. Otherwise another process may be
   * answering that it has none (ADR 62).
   */
  const hasEventsAlone = <C, E extends DomainEvent, S>(
    work: WaitingCommand<C, E, S>,
    base: StreamState<S>,
  ): boolean => {
    const { decider, stream, commandId, instant } = work;
    try {
      const newId = (n: number) => deriveNewId(stream, commandId, base.version, n);
      const decision = decider.decide(work.command({ instant, newId }, base.state), base.state);
      return !isRefusal(decision) && decision.length > 0;
    } catch {
      // The error is reported when its turn comes.
      return false;
    }
  };

  /**
   * Decides as many commands as fit in one append. A command whose rules throw fails alone. Stops before one that must
   * be decided on its own.
   */
  const decideAll = <C, E extends DomainEvent, S>(
    works: readonly WaitingCommand<C, E, S>[],
    base: StreamState<S>,
    fail: (work: WaitingCommand<C, E, S>, error: unknown) => void,
  ): Decided<C, E, S>[] => {
    const all: Decided<C, E, S>[] = [];
    let { state, version } = base;
    for (const [index, work] of works.entries()) {
      const { decider, stream, commandId } = work;
      const context: CommandContext = {
        instant: work.instant,
        newId: (n) => deriveNewId(stream, commandId, version, n),
      };
      try {
        work.request.admit?.();
        const decision = decider.decide(work.command(context, state), state);
        if (isRefusal(decision)) all.push({ work, index, noOp: { refusal: decision, at: version } });
        else if (decision.length === 0) all.push({ work, index, noOp: { version } });
        else {
          const appended = version - base.version;
          if (appended > 0 && appended + decision.length > maxEventsPerAppend) break;
          if (appended > 0 && work.hasCallerId && !hasEventsAlone(work, base)) break;
          // A command without events must be decided on what is stored, so no events may follow it here.
          if (all.some((one) => isNoOp(one) && one.work.hasCallerId)) break;
          const events = toAppend(work, decision);
          state = index + 1 < works.length ? stateAfter(work, state, version, events) : state;
          all.push({ work, index, decision, first: version + 1, toAppend: events, after: state });
          version += events.length;
        }
      } catch (error) {
        fail(work, error);
      }
    }
    return all;
  };

  /** Undefined on a version conflict. */
  const append = async (
    stream: string,
    events: readonly EventToAppend[],
    version: number,
  ): Promise<AppendResult | undefined> => {
    try {
      return await eventStore.appendToStream(stream, events, { expectedVersion: version < 0 ? "no-stream" : version });
    } catch (error) {
      if (error instanceof WrongExpectedVersion) return undefined;
      throw error;
    }
  };

  const recorded = (stream: string, events: readonly EventToAppend[], result: AppendResult): RecordedEvent[] =>
    // Positions within the batch are unknown; only the last one is needed.
    events.map((event, n) => ({
      ...event,
      stream,
      version: result.version - events.length + 1 + n,
      position: result.position,
    }));

  /**
   * Before an append that starts a new part: records versions of earlier events not surely recorded (ADR 61). The
   * newest ids identify repeats of later events.
   */
  const recordEarlierVersions = async <S>(base: StreamState<S>, events: number): Promise<StreamState<S>> => {
    const { version, recent } = base;
    if (Math.floor((version + 1) / recordEvery) === Math.floor((version + 1 + events) / recordEvery)) return base;
    const noted = Math.max(base.recordedUpTo, version - recordedAnew);
    await answers.noteStanding([...recent].filter(([, at]) => at > noted && at <= version));
    return { ...base, recordedUpTo: version };
  };

  /**
   * Records versions before the append: of all commands if it is too long for the newest ids, else only of those with a
   * note, which another process may be about to answer as having no events. Returns the commands before the first whose
   * note changed since it was read.
   */
  const recordVersions = async <C, E extends DomainEvent, S>(
    eventful: readonly WithEvents<C, E, S>[],
    mustRecordAll: boolean,
  ): Promise<readonly WithEvents<C, E, S>[]> => {
    const done = await Promise.all(
      eventful.map(
        ({ work, first }) => !(mustRecordAll || work.recordedOutcome.entry > 0) || answers.note(work, { first }),
      ),
    );
    const lost = done.indexOf(false);
    return lost < 0 ? eventful : eventful.slice(0, lost);
  };

  const isNewer = async (stream: string, version: number): Promise<boolean> =>
    (await eventStore.readStream(stream, { fromVersion: version + 1, limit: 1 })).length > 0;

  /**
   * Answers commands that were refused or changed nothing. If another process has appended since, the command may have
   * succeeded there, so it is decided again (ADR 62).
   */
  const answerNoOps = async <C, E extends DomainEvent, S>(
    noOps: readonly NoOp<C, E, S>[],
    version: number,
  ): Promise<void> => {
    const claims = await Promise.all(noOps.map(async (one) => ((await answers.claim(one.work)) ? [one] : [])));
    const claimed = claims.flat();
    const stream = claimed.find(({ work }) => work.hasCallerId)?.work.stream;
    const newer = stream !== undefined && (await isNewer(stream, version));
    await Promise.all(
      claimed.map(async ({ work, noOp }) => {
        if (work.hasCallerId && newer) return;
        if (await answers.note(work, noOp)) work.answer(await answers.noOpAnswer(work, noOp, false));
      }),
    );
  };

  /**
   * Answers the commands whose outcome is durable, in order; the caller decides the others again on a fresh read. After
   * the append, a command without events is claimed, checked against newer events, noted and answered (ADR 62).
   * `optimistic`: `base` is a guess, so only what an append verified is answered.
   * @throws errors of the stores: the outcome of unanswered commands is then unknown
   */
  return async <C, E extends DomainEvent, S>(
    works: readonly WaitingCommand<C, E, S>[],
    base: StreamState<S>,
    { optimistic = false } = {},
  ): Promise<void> => {
    const all = decideAll(works, base, (work, error) => {
      if (!optimistic) work.fail(error);
    });
    if (optimistic && (all.length < works.length || all.some(isNoOp))) return;
    const eventful = all.filter(hasEvents);
    const events = eventful.reduce((sum, { decision }) => sum + decision.length, 0);
    const from = await recordEarlierVersions(base, events);
    const committable = await recordVersions(eventful, events > recordEvery);
    const upTo = eventful[committable.length]?.index ?? Number.POSITIVE_INFINITY;
    const last = committable.at(-1);
    let version = from.version;
    if (last) {
      const { decider, stream } = last.work;
      const appended = committable.flatMap((one) => one.toAppend);
      const result = await append(stream, appended, from.version);
      if (!result) return;
      ({ version } = result);
      const events = recorded(stream, appended, result);
      const after = committable.every(({ work }) => work.request.passing)
        ? states.passed(decider, from.state, events)
        : (await states.advance(decider, stream, from, events)).state;
      for (const one of committable) {
        const { work, decision, first } = one;
        const state = one === last ? after : one.after;
        work.answer({
          ...toLoaded({ state, version: first + decision.length - 1, position: result.position }),
          events: decision,
          repeated: false,
        });
      }
    }
    await answerNoOps(
      all.filter(isNoOp).filter(({ index }) => index < upTo),
      version,
    );
  };
};
