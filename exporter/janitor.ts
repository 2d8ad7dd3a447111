import { setTimeout as sleep } from "node:timers/promises";
import { exportDecider } from "#domain/export/decider.ts";
import { attemptOfName } from "./attempt/attempt.ts";
import { jobKinds } from "./jobs/job.ts";
import type { ExporterParts } from "./parts.ts";

/** A part this young may belong to a worker whose lease is not seen yet, ms of wall time. */
const youngerThan = 60_000;
const every = 60_000;

type Needs = Pick<ExporterParts, "queue" | "fileStore" | "commands" | "clock" | "log">;

/** Removes the parts of attempts that no worker has a lease for. */
const sweepParts = async ({ queue, fileStore, clock, log }: Needs): Promise<void> => {
  // Parts first: one that is made after the leases were read must not look abandoned.
  const parts = await fileStore.listParts();
  const leases = await queue.liveLeases(jobKinds.export);
  const alive = new Set(leases.map(({ payload }) => payload.exportId));
  for (const { name, modifiedAt } of parts) {
    const attempt = attemptOfName(name);
    const young = clock.wall().getTime() - modifiedAt.getTime() < youngerThan;
    if (!attempt || young || alive.has(attempt.exportId)) continue;
    if (await fileStore.deletePart(name)) log.info({ part: name }, "A part without a lease was removed.");
  }
};

/** Removes files that no export says are its own, and that no attempt is about to publish. */
const sweepFiles = async (
  { fileStore, commands, log }: Needs,
  known: Set<string>,
  signal: AbortSignal,
): Promise<void> => {
  for (const key of await fileStore.list()) {
    const attempt = attemptOfName(key);
    if (!attempt || known.has(key)) continue;
    if (signal.aborted) return;
    const { state } = await commands.load(exportDecider, attempt.exportId);
    if (state.status === "finished" && state.file.fileKey === key) known.add(key);
    else if (state.status === "running" && state.attempt === attempt.attempt) continue;
    else if (await fileStore.delete(key)) log.info({ file: key }, "A file without an export was removed.");
  }
};

/** One round: what killed workers left behind goes (design section 5). `known` remembers files that are in order. */
export const sweep = async (needs: Needs, known: Set<string>, signal: AbortSignal): Promise<void> => {
  await sweepParts(needs);
  await sweepFiles(needs, known, signal);
};

/** Sweeps at once and every minute until the signal aborts. */
export const runJanitor = async (needs: Needs, signal: AbortSignal): Promise<void> => {
  const known = new Set<string>();
  while (!signal.aborted) {
    await sweep(needs, known, signal).catch((err: unknown) => needs.log.warn({ err }, "The janitor could not sweep."));
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
};
