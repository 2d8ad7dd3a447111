import { setTimeout as sleep } from "node:timers/promises";
import { listAllFiles } from "#application/exports/list-all-files.ts";
import { toRowHashFileKey } from "#application/exports/sidecar-files.ts";
import { isPeopleFile, toPeopleFileKey } from "#application/people/people-file.ts";
import { findOperatorSentence } from "#application/process/exit-with-reason.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ExportState } from "#domain/export/state.ts";
import { attemptOfName } from "./attempt/attempt.ts";
import type { ExporterDeps } from "./deps.ts";
import { jobKinds } from "./jobs/job.ts";
import { createLostJobSearch } from "./recreate-lost-jobs.ts";

/** Age of a part to remove, ms of wall time. A younger one may belong to a worker whose lease isn't visible yet. */
const minAge = 60_000;
const cleanUpInterval = 60_000;
/** Keys per page: many, as each page reads the folder anew. */
const keysPerPage = 10_000;

type Needs = Pick<ExporterDeps, "queue" | "fileStore" | "scratch" | "runner" | "clock" | "log">;

const removeAbandonedParts = async ({ queue, fileStore, scratch, clock, log }: Needs): Promise<void> => {
  // Parts before leases: a part made after reading leases must not look abandoned.
  const parts = [
    ...(await fileStore.listParts()).map((part) => ({ ...part, remove: fileStore.deletePart })),
    ...(await scratch.list()).map((rows) => ({ ...rows, remove: scratch.remove })),
  ];
  const leases = await queue.listLiveLeases(jobKinds.export);
  const alive = new Set(leases.map(({ payload }) => payload.exportId));
  for (const { name, modifiedAt, remove } of parts) {
    const attempt = attemptOfName(name);
    // A time ahead of ours is from before the clock was set back.
    const young = Math.abs(clock.wall().getTime() - modifiedAt.getTime()) < minAge;
    if (!attempt || young || alive.has(attempt.exportId)) continue;
    if (await remove(name)) log.info({ file: name }, "A part without a lease was removed.");
  }
};

/**
 * True for a file that its export still has. The people file stays until upkeep removes it, even after one person's
 * erasure (ADR 97), but not after the shop's.
 */
const isOfExport = (state: ExportState, key: string): boolean => {
  if (state.status !== "finished" && state.status !== "expired") return false;
  if (isPeopleFile(key))
    return toPeopleFileKey(state.file.fileKey) === key && !("erased" in state && state.erased?.because === "shop");
  return state.status === "finished" && [state.file.fileKey, toRowHashFileKey(state.file.fileKey)].includes(key);
};

/** Removes files that belong to no export and that no attempt is about to publish. */
const removeOrphanedFiles = async (
  { fileStore, runner, log }: Needs,
  intactFiles: Set<string>,
  signal: AbortSignal,
): Promise<void> => {
  const existingKeys = new Set<string>();
  for await (const key of listAllFiles(fileStore, keysPerPage)) {
    existingKeys.add(key);
    const attempt = attemptOfName(key);
    if (!attempt || intactFiles.has(key)) continue;
    if (signal.aborted) return;
    const { state } = await runner.load(exportDecider, attempt.exportId);
    if (isOfExport(state, key)) intactFiles.add(key);
    else if (state.status === "running" && state.attempt === attempt.attempt) continue;
    else if (await fileStore.delete(key)) log.info({ file: key }, "A file without an export was removed.");
  }
  for (const key of intactFiles) if (!existingKeys.has(key)) intactFiles.delete(key);
};

/** Removes leftovers of killed workers, once (D-5). `intactFiles` caches known files. */
export const cleanUp = async (needs: Needs, intactFiles: Set<string>, signal: AbortSignal): Promise<void> => {
  await removeAbandonedParts(needs);
  await removeOrphanedFiles(needs, intactFiles, signal);
};

/** Cleanups per search for lost jobs, which visits every shop. */
const roundsPerJobSearch = 5;

/**
 * Cleans up every minute until the signal aborts, and searches for exports without a job every five.
 * @throws an error that only an operator can fix, such as StoreDamaged
 */
export const runJanitor = async (
  needs: Needs & Parameters<typeof createLostJobSearch>[0],
  signal: AbortSignal,
): Promise<void> => {
  const intactFiles = new Set<string>();
  const recreateLostJobs = createLostJobSearch(needs);
  const logForLater = (err: unknown): void => {
    if (findOperatorSentence(err) !== undefined) throw err;
    if (!signal.aborted) needs.log.warn({ err }, "The janitor could not sweep.");
  };
  for (let round = 0; !signal.aborted; round += 1) {
    await cleanUp(needs, intactFiles, signal).catch(logForLater);
    if (round % roundsPerJobSearch === 0) await recreateLostJobs(signal).catch(logForLater);
    await sleep(cleanUpInterval, undefined, { signal }).catch(() => undefined);
  }
};
