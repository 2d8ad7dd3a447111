import { setTimeout as sleep } from "node:timers/promises";
import type { Decider, Refusal } from "#domain/core/decider.ts";
import type { DomainEvent } from "#domain/core/message.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { AppendTooLarge, type EventStore } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { createAnswerRepeats } from "./answer-repeats.ts";
import type { CommandRequest, CommandResult, CommandRunner, Loaded, MakeCommand } from "./command-runner-types.ts";
import { createDecideAndAppend, type WaitingCommand } from "./decide-and-append.ts";
import { createRecentIds } from "./recent-ids.ts";
import { createStreamStates } from "./stream-states.ts";

export type CommandRunnerOptions = {
  eventStore: EventStore;
  /** For snapshots. */
  stateStore: StateStore;
  clock: Clock;
  ids: Ids;
  upcasters: Upcasters;
  /** Limit of all cached states together, characters of their JSON; default {@link defaultMemory}. */
  cacheWeight?: number;
  /** The same for their earlier versions; 0: none are cached. */
  pastWeight?: number;
  /** Bytes for evicted states, kept deflated; default 0. */
  packedWeight?: number;
  /** Default: a process warning. */
  onSnapshotFailed?: (error: unknown, stream: string) => void;
};

/** For processes that answer people of many shops. Ten workspaces of the largest size fit. */
const defaultMemory = { cacheWeight: 42_000_000, pastWeight: 16_000_000 };
/** For background processes: rereading a state is cheap beside their work. */
export const workerMemory = { cacheWeight: 8_000_000, pastWeight: 2_000_000 };

/** Time limit for retrying conflicts before the answer is 'busy' (D-4), ms. */
const conflictTimeout = 2_000;

/**
 * Conflicts retried at once: the loser held the write lock last and probably wins the next time. Pausing after each
 * conflict would let the winner shut it out for seconds.
 */
const immediateRetries = 4;

/** Characters of cached states for which one event id is kept, so that ids take a fifth as much beside them. */
const weightPerId = 500;

/** Maximum commands of one stream decided and committed together. */
const maxBatchSize = 50;

const warnOfFailedSnapshot = (error: unknown, stream: string) =>
  process.emitWarning(`A snapshot of ${stream} could not be written: ${String(error)}. The next one will be tried.`);

const toLoaded = <S>({ state, version, position }: Loaded<S>): Loaded<S> => ({ state, version, position });

/** First command per id. Duplicates wait for the next try, where they find its result. */
const distinctById = <W extends { commandId: string }>(works: Iterable<W>): W[] => {
  const first = new Map<string, W>();
  for (const work of works) if (!first.has(work.commandId)) first.set(work.commandId, work);
  return [...first.values()];
};

/** Creates a {@link CommandRunner}: cached states, snapshots, one queue per stream, repeats, retries. */
export const createCommandRunner = (options: CommandRunnerOptions): CommandRunner => {
  const { eventStore, stateStore, clock, upcasters } = options;
  const cacheWeight = options.cacheWeight ?? defaultMemory.cacheWeight;
  const recentIds = createRecentIds({
    eventStore,
    maxIds: Math.ceil(cacheWeight / weightPerId),
    now: () => clock.now(),
  });
  const states = createStreamStates({
    eventStore,
    stateStore,
    upcasters,
    recentIds,
    cacheWeight,
    pastWeight: options.pastWeight ?? defaultMemory.pastWeight,
    packedWeight: options.packedWeight ?? 0,
    onSnapshotFailed: options.onSnapshotFailed ?? warnOfFailedSnapshot,
  });
  const answerRepeats = createAnswerRepeats({ eventStore, stateStore, upcasters, states, recentIds, clock });
  const decideAndAppend = createDecideAndAppend({ eventStore, upcasters, states });
  const streamOf = (decider: { category: string }, id: string) => `${decider.category}-${id}`;

  /**
   * Decides and appends commands of one stream, once. An optimistic try, for unnamed commands only, decides on the
   * cached state without a read. A normal one answers repeats first.
   */
  const tryBatch = async <C, E extends DomainEvent, S>(
    works: readonly WaitingCommand<C, E, S>[],
    optimistic: boolean,
  ): Promise<void> => {
    const [one] = works;
    if (!one) return;
    const { decider, stream, request } = one;
    const base = optimistic
      ? states.likely(decider, stream, request.isNewStream === true)
      : await states.newest(decider, stream);
    if (!base) return;
    await decideAndAppend(optimistic ? works : await answerRepeats(works, base), base, { optimistic });
  };

  const runUntilAnswered = async <C, E extends DomainEvent, S>(
    works: readonly WaitingCommand<C, E, S>[],
  ): Promise<void> => {
    const pending = new Set(works);
    for (const work of works) {
      const { answer, fail } = work;
      work.instant = clock.now().toISOString();
      // Answering also removes it from `pending`.
      work.answer = (given) => {
        pending.delete(work);
        answer(given);
      };
      work.fail = (error) => {
        pending.delete(work);
        fail(error);
      };
    }
    const failAll = (those: Iterable<WaitingCommand<C, E, S>>, error: unknown) => {
      for (const work of [...those]) work.fail(error);
    };
    let optimistic = works.every(({ isNamed }) => !isNamed);
    let batchSize = maxBatchSize;
    let deadline = clock.steady() + conflictTimeout;
    let conflicts = 0;
    let pause = 5;
    while (pending.size > 0) {
      const before = pending.size;
      const batch = distinctById(pending).slice(0, batchSize);
      try {
        await tryBatch(batch, optimistic);
      } catch (error) {
        // Each may fit alone.
        if (batch.length > 1 && (error instanceof AppendTooLarge || error instanceof RangeError)) batchSize = 1;
        else
          failAll(
            batch.filter((work) => pending.has(work)),
            error,
          );
        continue;
      } finally {
        optimistic = false;
      }
      if (pending.size < before) {
        deadline = clock.steady() + conflictTimeout;
        continue;
      }
      if (clock.steady() >= deadline)
        failAll(
          pending,
          new StoreBusy(`${batch[0]?.stream} is being changed too often right now. Try again in a moment.`),
        );
      conflicts += 1;
      if (conflicts % immediateRetries !== 0) continue;
      await sleep(Math.random() * pause);
      pause = Math.min(pause * 2, 100);
    }
  };

  /** Commands queued behind a batch that is running on their stream. They go together into the next one. */
  const waiting = new Map<string, WaitingCommand<never, never, never>[]>();
  const enqueue = async <C, E extends DomainEvent, S>(work: WaitingCommand<C, E, S>): Promise<void> => {
    const { stream } = work;
    const others = waiting.get(stream) as unknown as WaitingCommand<C, E, S>[] | undefined;
    if (others) {
      others.push(work);
      return;
    }
    const works = [work];
    waiting.set(stream, works as unknown as WaitingCommand<never, never, never>[]);
    while (works.length > 0) await runUntilAnswered(works.splice(0, maxBatchSize));
    waiting.delete(stream);
  };

  return {
    load: async (decider, id) => toLoaded(await states.newest(decider, streamOf(decider, id))),
    loadAt: async (decider, id, version) => toLoaded(await states.at(decider, streamOf(decider, id), version)),
    execute: <C, E extends DomainEvent, S>(
      decider: Decider<C, E, S>,
      id: string,
      command: MakeCommand<C, S>,
      request: CommandRequest,
    ) =>
      new Promise<Refusal | CommandResult<E, S>>((answer, fail) => {
        const stream = streamOf(decider, id);
        const commandId = request.commandId ?? options.ids.uuid();
        const isNamed = request.commandId !== undefined;
        void enqueue({ decider, stream, commandId, isNamed, command, request, instant: "", answer, fail });
      }),
  };
};
