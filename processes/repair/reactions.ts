import { forgetInputKind, forgetPeopleKind, privacyRequestJobKind } from "#domain/retention/job-kinds.ts";
import { groupPrefix } from "#infra/bus/following-bus.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { Checkpoint } from "#infra/ports/stores/history.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import type { Database } from "#infra/sqlite/database.ts";
import { findEntries, listJobs, removeJob } from "#infra/sqlite/state/state-repair.ts";
import { mailKind } from "../../deliverer/mails/mail-job.ts";
import { mailReactions } from "../../deliverer/reactions.ts";
import { endingJobIds, jobKinds, toJobId } from "../../exporter/jobs/job.ts";
import { reactionGroup as exportGroup, createReactions as exportReactions } from "../../exporter/jobs/reactions.ts";
import type { Causes } from "./causes.ts";

/** Age of mails with a known job, ms: ids are kept for 30 days; an older mail may have been sent. */
const jobRetention = 29 * 24 * 3_600_000;

/** Newest processed event; undefined if none. */
export type ProcessedUpTo = Position | "unknown" | undefined;

/** Kinds of jobs that upkeep recreates from all events. */
const replayedKinds: ReadonlySet<string> = new Set([privacyRequestJobKind, forgetPeopleKind, forgetInputKind]);

export type ReactionsMended = {
  forgotten: number;
  begun: number;
  /** Messages of unknown outcome. */
  unsent: number;
};

/** Open exports whose request was processed, but that no job would end. Dead jobs are retried separately. */
export const findExportsWithoutJob = (state: Database, { exports, open }: Causes): string[] => {
  const processed = findEntries<Checkpoint>(state, `${groupPrefix}${exportGroup}`)[0]?.value.position;
  if (processed === undefined) return [];
  const leading = new Set(listJobs(state).flatMap(({ id, completed, dead }) => (completed && !dead ? [] : [id])));
  return [...exports].flatMap(([exportId, { ended }]) => {
    const isProcessed = open.get(exportId)?.every(({ position }) => position <= processed) === true;
    return ended || !isProcessed || endingJobIds(exportId).some((id) => leading.has(id)) ? [] : [exportId];
  });
};

export const recreateJobs = async (
  { state, queue }: { state: Database; queue: WorkQueue },
  { open }: Causes,
  exportIds: readonly string[],
): Promise<void> => {
  for (const exportId of exportIds) {
    for (const id of endingJobIds(exportId)) await removeJob(state, id);
    await exportReactions(queue)(open.get(exportId) ?? []);
  }
};

/**
 * Derives the jobs from the streams: an open cause has an open job, and jobs without a cause are removed. A completed
 * export keeps its job, so nothing runs twice. A mail isn't sent again if its event was or may have been processed.
 * `processed.upTo`: the newest event known to be processed.
 */
export const resetReactions = async (
  { state, queue }: { state: Database; queue: WorkQueue },
  causes: Causes,
  processed: { upTo: ProcessedUpTo; now: Date },
): Promise<ReactionsMended> => {
  const mended = { forgotten: 0, begun: 0, unsent: 0 };
  const forget = async (id: string) => {
    await removeJob(state, id);
    mended.forgotten += 1;
  };
  const counting: WorkQueue = {
    ...queue,
    enqueue: async (job) => {
      const isNew = await queue.enqueue(job);
      if (isNew) mended.begun += 1;
      return isNew;
    },
  };
  const jobs = new Map(listJobs(state).map((job) => [job.id, job]));
  const isOpen = (id: string) => jobs.get(id)?.completed === false;

  for (const { id, kind, payload } of jobs.values())
    if (replayedKinds.has(kind) || (typeof payload.exportId === "string" && !causes.exports.has(payload.exportId)))
      await forget(id);

  const react = exportReactions(counting);
  for (const [exportId, events] of causes.open) {
    const ended = causes.exports.get(exportId)?.ended === true;
    const ids = ended ? [toJobId(jobKinds.expire, exportId)] : endingJobIds(exportId);
    for (const id of ids) if (jobs.has(id) && !isOpen(id)) await forget(id);
    // An export keeps its lane.
    const hasLane = isOpen(toJobId(jobKinds.export, exportId));
    await react(events.filter(({ type }) => !(hasLane && type === "ExportRequested")));
  }

  const oldest = processed.now.getTime() - jobRetention;
  const recent = causes.messages.filter(({ metadata }) => Date.parse(String(metadata.instant)) >= oldest);
  const { upTo } = processed;
  if (upTo === "unknown")
    mended.unsent = recent.filter(({ data }) => !jobs.has(`${mailKind}:${String(data.messageId)}`)).length;
  else await mailReactions({ queue: counting })(recent.filter(({ position }) => upTo === undefined || position > upTo));
  return mended;
};
