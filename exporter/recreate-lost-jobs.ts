import { type ExportPermit, permitPrefixes } from "#application/admission/export-permits.ts";
import { skipIfDamaged } from "#application/events/skip-if-damaged.ts";
import { readTenants } from "#application/session/shop-names.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { hasEnded } from "#domain/export/state.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import type { ExporterDeps } from "./deps.ts";
import { endingJobIds } from "./jobs/job.ts";
import { createReactions } from "./jobs/reactions.ts";

type Needs = Pick<ExporterDeps, "eventStore" | "stateStore" | "queue" | "runner" | "log">;

/** True if a job leads the export to its end. A dead one is for operators to retry. */
const hasJob = async (queue: WorkQueue, exportId: string): Promise<boolean> => {
  for (const id of endingJobIds(exportId)) {
    const status = await queue.getStatus(id);
    if (status === "open" || status === "dead") return true;
  }
  return false;
};

/** Recreates the jobs like the reactions. Idempotent, also with two exporters. */
const recreateJobs = async ({ eventStore, queue, log }: Needs, tenant: string, exportId: string): Promise<void> => {
  const events = await eventStore.readStream(`export-${exportId}`);
  for (const id of endingJobIds(exportId)) await queue.forget(id);
  await createReactions(queue)(
    events.filter(({ type }) => type === "ExportRequested" || type === "ExportCancelRequested"),
  );
  log.warn({ exportId, tenant }, "An unfinished export had no job; its job is made again.");
};

/**
 * Recreates lost jobs of open exports: one ran too early, was purged, or is missing from an older copy of the queue.
 * Checks only slots, as every open export holds one (ADR 35). Judges an export in the second round that finds it, so
 * requests get time without a wall clock.
 */
export const createLostJobSearch = (needs: Needs): ((signal: AbortSignal) => Promise<void>) => {
  const { stateStore, queue, runner, log } = needs;
  let seenBefore = new Set<string>();
  let endedExports = new Set<string>();

  return async (signal) => {
    const [found, over] = [new Set<string>(), new Set<string>()];
    const classify = async (tenant: string, exportId: string): Promise<void> => {
      if (endedExports.has(exportId)) return void over.add(exportId);
      const { state } = await runner.load(exportDecider, exportId);
      // It was admitted, but never requested.
      if (state.status === "unknown") return;
      if (hasEnded(state)) over.add(exportId);
      else if (await hasJob(queue, exportId)) return;
      else if (seenBefore.has(exportId)) await recreateJobs(needs, tenant, exportId);
      else found.add(exportId);
    };
    for (const tenant of await readTenants(stateStore)) {
      for (const prefix of Object.values(permitPrefixes))
        for (const { exportId } of (await stateStore.get<ExportPermit[]>(`${prefix}${tenant}`))?.value ?? []) {
          signal.throwIfAborted();
          await skipIfDamaged(log, () => classify(tenant, exportId));
        }
    }
    seenBefore = found;
    endedExports = over;
  };
};
