import { decodeEvent } from "#application/events/decode-event.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ExportEvent } from "#domain/export/events.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import { type JobPayload, jobKinds, toJobId } from "./job.ts";

/** Permanent name: the bus stores the group's progress under it. */
export const reactionGroup = "exports-to-jobs";
export const reactionTypes = ["ExportRequested", "ExportCancelRequested", "ExportCanceled", "ExportFinished"] as const;

/**
 * Turns events into jobs that choose an export's lane, cancel one without a worker, or expire a file. Job ids derive
 * from the export, so repeated events add none.
 */
export const createReactions =
  (queue: WorkQueue) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const recorded of events) {
      const { type, data, metadata } = decodeEvent(recorded, upcasters);
      const event = { type, data } as ExportEvent;
      const exportId = recorded.stream.replace(/^export-/, "");
      const payload: JobPayload = {
        exportId,
        tenant: metadata.tenant,
        correlation: metadata.correlation,
        causation: recorded.id,
      };
      const requestedAt = new Date(metadata.instant);
      const common = { lane: "short", tenant: metadata.tenant, payload };
      if (event.type === "ExportRequested") {
        const kind = jobKinds.chooseLane;
        await queue.enqueue({ ...common, id: toJobId(kind, exportId), kind, dueAt: requestedAt, atOnce: true });
      } else if (event.type === "ExportCancelRequested" || event.type === "ExportCanceled") {
        const kind = jobKinds.cancel;
        await queue.enqueue({ ...common, id: toJobId(kind, exportId), kind, dueAt: requestedAt, atOnce: true });
      } else if (event.type === "ExportFinished") {
        const kind = jobKinds.expire;
        await queue.enqueue({ ...common, id: toJobId(kind, exportId), kind, dueAt: new Date(event.data.expiresAt) });
      }
    }
  };
