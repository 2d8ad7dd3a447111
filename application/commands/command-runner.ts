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

/** Memory of a process for many shops. Ten workspaces of the largest size fit. */
const defaultMemory = { cacheWeight: 42_000_000, pastWeight: 16_000_000 };
/** Memory of a background process: rereading a state costs little beside their work. */
export const workerMemory = { cacheWeight: 8_000_000, pastWeight: 2_000_000 };

/** Conflicts are retried for this long (D-4), ms. */
const conflictTimeout = 2_000;

/**
 * Conflicts retried at once: the loser held the write lock last and probably wins next. Always pausing would let the
 * winner shut it out for seconds.
 */
const immediateRetries = 4;
/** Longest pause after this many conflicts in a row, ms. */
const longestPause = (conflicts: number): number => Math.min(5 * 2 ** (conflicts / immediateRetries - 1), 100);

/** Cached characters per kept event id: ids take a fifth as much memory as states. */
const weightPerId = 500;

const maxBatchSize = 50;

const warnOfFailedSnapshot = (error: unknown, stream: string) =>
  process.emitWarning(`A snapshot of ${stream} could not be written: ${String(error)}. The next one will be tried.`);

const toLoaded = <S>({ state, version, position }: Loaded<S>): Loaded<S> => ({ state, version, position });

/** Waiting commands of a stream, oldest first. */
type Queue<C, E extends DomainEvent, S> = Set<WaitingCommand<C, E, S>>;

/** The first commands with different ids. Duplicates wait for the next batch, which finds the first result. */
const nextBatch = <C, E extends DomainEvent, S>(queue: Queue<C, E, S>, size: number): WaitingCommand<C, E, S>[] => {
  const first = new Map<string, WaitingCommand<C, E, S>>();
  for (const waiting of queue) if (!first.has(waiting.commandId)) first.set(waiting.commandId, waiting);
  return [...first.values()].slice(0, size);
};

/** Runs commands: with cached states and snapshots, one queue per stream, repeats recognized and conflicts retried. */
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

  /** Waiting commands by stream. */
  const queues = new Map<string, Queue<never, never, never>>();

  /**
   * Runs the commands until all are answered. New ones join meanwhile. The first try of commands without a caller's id
   * uses the cached state without a read.
   */
  const runQueue = async <C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
    queue: Queue<C, E, S>,
  ): Promise<void> => {
    let alone = 0;
    let conflicts = 0;
    let isRetry = false;
    while (queue.size > 0) {
      const batch = nextBatch(queue, alone > 0 ? 1 : maxBatchSize);
      alone = Math.max(0, alone - 1);
      const mustRead = isRetry || batch.some(({ hasCallerId }) => hasCallerId);
      try {
        const known = mustRead ? undefined : states.lastKnown(decider, stream, batch[0]?.request.isNewStream);
        const base = known ?? (await states.newest(decider, stream));
        await decideAndAppend(await answerRepeats(batch, base), base, known === undefined);
      } catch (error) {
        // Each may fit alone.
        if (batch.length > 1 && (error instanceof AppendTooLarge || error instanceof RangeError)) alone = batch.length;
        else for (const waiting of batch) waiting.fail(error);
        continue;
      }
      const left = batch.filter((waiting) => queue.has(waiting));
      isRetry = left.length > 0;
      if (left.length < batch.length) {
        conflicts = 0;
        continue;
      }
      const now = clock.steady();
      for (const waiting of left) {
        waiting.conflictsSince ??= now;
        if (now - waiting.conflictsSince >= conflictTimeout)
          waiting.fail(new StoreBusy(`${stream} is being changed too often right now. Try again in a moment.`));
      }
      conflicts += 1;
      if (conflicts % immediateRetries === 0) await sleep(Math.random() * longestPause(conflicts));
    }
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
      new Promise<Refusal | CommandResult<E, S>>((resolve, reject) => {
        const stream = streamOf(decider, id);
        const running = queues.get(stream) as unknown as Queue<C, E, S> | undefined;
        const queue: Queue<C, E, S> = running ?? new Set();
        const waiting: WaitingCommand<C, E, S> = {
          decider,
          stream,
          commandId: request.commandId ?? options.ids.uuid(),
          hasCallerId: request.commandId !== undefined,
          command,
          request,
          instant: clock.now().toISOString(),
          answer: (answer) => {
            queue.delete(waiting);
            resolve(answer);
          },
          fail: (error) => {
            queue.delete(waiting);
            reject(error);
          },
        };
        queue.add(waiting);
        if (running) return;
        queues.set(stream, queue as unknown as Queue<never, never, never>);
        void runQueue(decider, stream, queue);
      }),
  };
};
