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
import { eventIdOf, newIdOf } from "../text/derive-id.ts";
import { type Answer, type CommandAnswers, loadedOf, type Work } from "./command-answers.ts";
import type { QuietOutcome } from "./command-outcomes.ts";
import type { StreamState, StreamStates } from "./stream-states.ts";

/**
 * After how many events of a stream the places of commands are noted (ADR 61): at any time fewer than two such parts are not, which is
 * less than the newest events of which {@link StreamState.recent} has the ids.
 */
const noteEvery = 50;
/**
 * Of how many of the newest events a process that does not know notes the places: the hundred that may not be noted, and as many again of
 * which a power cut may have taken the notes (ADR 40).
 */
const notedAnew = 4 * noteEvery;

/** A command that waits for its answer. */
export type Waiting<C, E extends DomainEvent, S> = Work<C, E, S> & {
  answer: (answer: Answer<E, S>) => void;
  fail: (error: unknown) => void;
};

/** What was decided of a command, in the order of deciding; `after` is the state that the next one met. */
type Decided<C, E extends DomainEvent, S> = { work: Waiting<C, E, S>; index: number } & (
  | { quiet: QuietOutcome }
  | { decision: readonly E[]; first: number; toAppend: EventToAppend[]; after: S }
);
type Eventful<C, E extends DomainEvent, S> = Extract<Decided<C, E, S>, { first: number }>;

type Quiet<C, E extends DomainEvent, S> = Extract<Decided<C, E, S>, { quiet: QuietOutcome }>;

const isQuiet = <C, E extends DomainEvent, S>(decided: Decided<C, E, S>): decided is Quiet<C, E, S> =>
  "quiet" in decided;
const isEventful = <C, E extends DomainEvent, S>(decided: Decided<C, E, S>): decided is Eventful<C, E, S> =>
  "first" in decided;

/** Decides commands that wait for one stream, each on the state after the one before, and appends what they decide in one go. */
export const createDecideTogether = (options: {
  eventStore: EventStore;
  upcasters: Upcasters;
  states: StreamStates;
  answers: CommandAnswers;
}) => {
  const { eventStore, upcasters, states, answers } = options;

  const toAppend = <C, E extends DomainEvent, S>(work: Waiting<C, E, S>, events: readonly E[]): EventToAppend[] =>
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

  /** The state after events that are not appended yet. */
  const stateAfter = <C, E extends DomainEvent, S>(
    { decider }: Work<C, E, S>,
    before: S,
    version: number,
    events: readonly EventToAppend[],
  ): S =>
    events.reduce(
      (state, { type, data, metadata }, n) =>
        decider.evolve(state, { type, data } as E, metadata as unknown as EventMetadata, version + 1 + n),
      before,
    );

  /**
   * Whether a command has events also without those before it that are not appended yet. Else another process, which does not know them, may be
   * saying meanwhile that it has none (ADR 62).
   */
  const hasEventsAlone = <C, E extends DomainEvent, S>(work: Waiting<C, E, S>, before: StreamState<S>): boolean => {
    const { decider, stream, commandId, instant } = work;
    try {
      const newId = (n: number) => newIdOf(stream, commandId, before.version, n);
      const decision = decider.decide(work.command({ instant, newId }, before.state), before.state);
      return !isRefusal(decision) && decision.length > 0;
    } catch {
      // What is wrong is told when its turn comes.
      return false;
    }
  };

  /** Those that were decided; one whose rules throw fails alone, and what one append cannot hold, or is better decided alone, is left out. */
  const decideAll = <C, E extends DomainEvent, S>(
    works: readonly Waiting<C, E, S>[],
    before: StreamState<S>,
    fail: (work: Waiting<C, E, S>, error: unknown) => void,
  ): Decided<C, E, S>[] => {
    const all: Decided<C, E, S>[] = [];
    let { state, version } = before;
    for (const [index, work] of works.entries()) {
      const { decider, stream, commandId } = work;
      const context: CommandContext = { instant: work.instant, newId: (n) => newIdOf(stream, commandId, version, n) };
      try {
        work.request.admit?.();
        const decision = decider.decide(work.command(context, state), state);
        if (isRefusal(decision)) all.push({ work, index, quiet: { refusal: decision, at: version } });
        else if (decision.length === 0) all.push({ work, index, quiet: { version } });
        else {
          const appended = version - before.version;
          if (appended > 0 && appended + decision.length > maxEventsPerAppend) break;
          if (appended > 0 && work.named && !hasEventsAlone(work, before)) break;
          // What says that a command has no events has to be said of what stands there.
          if (all.some((one) => isQuiet(one) && one.work.named)) break;
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

  /** Undefined when somebody else appended first. */
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
    // Positions within the batch are not known, and only that of its last event is ever asked for.
    events.map((event, n) => ({
      ...event,
      stream,
      version: result.version - events.length + 1 + n,
      position: result.position,
    }));

  /**
   * Before an append that begins a new part of its stream: notes where the events before it stand, as far as nobody has surely noted them
   * (ADR 61). A repeat of what comes after is known by the ids of the newest events.
   */
  const noteThoseBefore = async <S>(before: StreamState<S>, events: number): Promise<StreamState<S>> => {
    const { version, recent } = before;
    if (Math.floor((version + 1) / noteEvery) === Math.floor((version + 1 + events) / noteEvery)) return before;
    const noted = Math.max(before.noted, version - notedAnew);
    await answers.noteStanding([...recent].filter(([, at]) => at > noted && at <= version));
    return { ...before, noted: version };
  };

  /**
   * Notes places beforehand: of all commands of an append that is too long for the ids of newest events, else of those that somebody has noted
   * something of, who may be about to say that they have no events. Returned are the commands before the first whose note has changed since
   * it was read.
   */
  const notedOf = async <C, E extends DomainEvent, S>(
    eventful: readonly Eventful<C, E, S>[],
    long: boolean,
  ): Promise<readonly Eventful<C, E, S>[]> => {
    const done = await Promise.all(
      eventful.map(({ work, first }) => !(long || work.remembered.entry > 0) || answers.note(work, { first })),
    );
    const lost = done.indexOf(false);
    return lost < 0 ? eventful : eventful.slice(0, lost);
  };

  const isNewer = async (stream: string, version: number): Promise<boolean> =>
    (await eventStore.readStream(stream, { fromVersion: version + 1, limit: 1 })).length > 0;

  /**
   * Answers what was refused or changed nothing, unless somebody has appended since it was decided: then the command may have gone through
   * there, and is decided again (ADR 62).
   */
  const answerQuiet = async <C, E extends DomainEvent, S>(
    quiets: readonly Quiet<C, E, S>[],
    version: number,
  ): Promise<void> => {
    const claims = await Promise.all(quiets.map(async (one) => ((await answers.claim(one.work)) ? [one] : [])));
    const claimed = claims.flat();
    const stream = claimed.find(({ work }) => work.named)?.work.stream;
    const newer = stream !== undefined && (await isNewer(stream, version));
    await Promise.all(
      claimed.map(async ({ work, quiet }) => {
        if (work.named && newer) return;
        if (await answers.note(work, quiet)) work.answer(await answers.quietAnswer(work, quiet, false));
      }),
    );
  };

  /**
   * Answers those of the commands whose outcome is durable, with the order kept; the others are to be decided again, on a fresh read. What
   * changed nothing or was refused is claimed before the append of what it was decided upon, and noted and answered after it (ADR 62).
   * `likely`: nobody has seen yet that the stream is as it is given, so only what is appended upon it is answered.
   * @throws what the stores throw: then none of them that is not answered is known to have ended
   */
  return async <C, E extends DomainEvent, S>(
    works: readonly Waiting<C, E, S>[],
    before: StreamState<S>,
    { likely = false } = {},
  ): Promise<void> => {
    const all = decideAll(works, before, (work, error) => {
      if (!likely) work.fail(error);
    });
    if (likely && (all.length < works.length || all.some(isQuiet))) return;
    const eventful = all.filter(isEventful);
    const events = eventful.reduce((sum, { decision }) => sum + decision.length, 0);
    const from = await noteThoseBefore(before, events);
    const kept = await notedOf(eventful, events > noteEvery);
    const upTo = eventful[kept.length]?.index ?? Number.POSITIVE_INFINITY;
    const last = kept.at(-1);
    let version = from.version;
    if (last) {
      const { decider, stream } = last.work;
      const appended = kept.flatMap((one) => one.toAppend);
      const result = await append(stream, appended, from.version);
      if (!result) return;
      ({ version } = result);
      const events = recorded(stream, appended, result);
      const after = kept.every(({ work }) => work.request.passing)
        ? states.passed(decider, from.state, events)
        : (await states.advance(decider, stream, from, events)).state;
      for (const one of kept) {
        const { work, decision, first } = one;
        const state = one === last ? after : one.after;
        work.answer({
          ...loadedOf({ state, version: first + decision.length - 1, position: result.position }),
          events: decision,
          repeated: false,
        });
      }
    }
    await answerQuiet(
      all.filter(isQuiet).filter(({ index }) => index < upTo),
      version,
    );
  };
};
