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
  /** Cached states, characters of their JSON; default {@link defaultMemory}. */
  cacheWeight?: number;
  /** Cached earlier versions, in characters; 0: none. */
  pastWeight?: number;
  /** Evicted states kept deflated, bytes; default 0. */
  packedWeight?: number;
  /** Default: a process warning. */
  onSnapshotFailed?: (error: unknown, stream: string) => void;
};

/** For many shops. Ten workspaces of the largest size fit. */
const defaultMemory = { cacheWeight: 42_000_000, pastWeight: 16_000_000 };
/** For background processes: rereading a state costs little beside their work. */
export const workerMemory = { cacheWeight: 8_000_000, pastWeight: 2_000_000 };

/** Conflicts are retried for this long (D-4), ms. */
const conflictTimeout = 2_000;

/**
 * Conflicts retried at once: the loser held the write lock last and probably wins next. Always pausing would let the
 * winner shut it out for seconds.
 */
const immediateRetries = 4;

/** Cached characters per kept event id: ids take a fifth as much memory as states. */
const weightPerId = 500;

const maxBatchSize = 50;

const warnOfFailedSnapshot = (error: unknown, stream: string) =>
  process.emitWarning(`A snapshot of ${stream} could not be written: ${String(error)}. The next one will be tried.`);

const toLoaded = <S>({ state, version, position }: Loaded<S>): Loaded<S> => ({ state, version, position });

/** Duplicates wait for the next try, which finds the first result. */
const distinctById = <W extends { commandId: string }>(commands: Iterable<W>): W[] => {
  const first = new Map<string, W>();
  for (const command of commands) if (!first.has(command.commandId)) first.set(command.commandId, command);
  return [...first.values()];
};

/** Cached states, snapshots, one queue per stream, repeats, retries. */
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
   * Decides and appends once. An optimistic try uses the cached state without a read; only for commands without a
   * caller's id. A normal one answers repeats first.
   */
  const tryBatch = async <C, E extends DomainEvent, S>(
    batch: readonly WaitingCommand<C, E, S>[],
    optimistic: boolean,
  ): Promise<void> => {
    const [first] = batch;
    if (!first) return;
    const { decider, stream, request } = first;
    const base = optimistic
      ? states.optimistic(decider, stream, request.isNewStream === true)
      : await states.newest(decider, stream);
    if (!base) return;
    await decideAndAppend(optimistic ? batch : await answerRepeats(batch, base), base, { optimistic });
  };

  const runUntilAnswered = async <C, E extends DomainEvent, S>(
    commands: readonly WaitingCommand<C, E, S>[],
  ): Promise<void> => {
    const pending = new Set(commands);
    for (const waiting of commands) {
      const { answer, fail } = waiting;
      waiting.instant = clock.now().toISOString();
      waiting.answer = (given) => {
        pending.delete(waiting);
        answer(given);
      };
      waiting.fail = (error) => {
        pending.delete(waiting);
        fail(error);
      };
    }
    const failAll = (failing: Iterable<WaitingCommand<C, E, S>>, error: unknown) => {
      for (const waiting of [...failing]) waiting.fail(error);
    };
    let optimistic = commands.every(({ hasCallerId }) => !hasCallerId);
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
            batch.filter((waiting) => pending.has(waiting)),
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

  /** Commands that arrive while their stream's batch runs go into the next one. */
  const queues = new Map<string, WaitingCommand<never, never, never>[]>();
  const enqueue = async <C, E extends DomainEvent, S>(waiting: WaitingCommand<C, E, S>): Promise<void> => {
    const { stream } = waiting;
    const existing = queues.get(stream) as unknown as WaitingCommand<C, E, S>[] | undefined;
    if (existing) {
      existing.push(waiting);
      return;
    }
    const queue = [waiting];
    queues.set(stream, queue as unknown as WaitingCommand<never, never, never>[]);
    while (queue.length > 0) await runUntilAnswered(queue.splice(0, maxBatchSize));
    queues.delete(stream);
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
        const hasCallerId = request.commandId !== undefined;
        void enqueue({ decider, stream, commandId, hasCallerId, command, request, instant: "", answer, fail });
      }),
  };
};
