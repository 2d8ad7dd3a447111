import type { Log } from "#infra/ports/log.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";

type Dead = Pick<WorkQueue, "countDead">;

const describeDeadJobs = (counts: Readonly<Record<string, number>>): string | undefined => {
  const kinds = Object.entries(counts);
  const all = kinds.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return undefined;
  const jobs = all === 1 ? "1 job was" : `${all} jobs were`;
  return `${jobs} given up (${kinds.map(([kind, count]) => `${kind}: ${count}`).join(", ")}). The support console lists them with their causes under Dead jobs. Without a console, stop Sheaf and run '${operatorCommand("repair")}'.`;
};

/**
 * Counts dead jobs every `every` ms until the signal aborts. The returned function reads the latest note without a
 * query.
 */
export const watchDeadJobs = (options: {
  queue: Dead;
  log: Log;
  signal: AbortSignal;
  every?: number;
}): (() => string | undefined) => {
  const { queue, log, signal, every = 15_000 } = options;
  let note: string | undefined;
  const updateNote = async (): Promise<void> => {
    try {
      note = describeDeadJobs(await queue.countDead());
    } catch (err) {
      log.warn({ err }, "Dead jobs could not be counted; the next round tries again.");
    }
    if (!signal.aborted) setTimeout(() => void updateNote(), every).unref();
  };
  void updateNote();
  return () => note;
};
