import type { JobHandlers } from "#application/jobs/job.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";

/** A maintenance task: the events it reacts to, the jobs it enqueues for them, and their handlers. */
export type MaintenanceTask = {
  /** Permanent: the bus keeps this group's progress, so missed events are delivered later. */
  group: string;
  types: readonly string[];
  /** True if the task relates streams to each other, and so needs events in the event store's order. */
  acrossStreams?: boolean;
  /** Turns events into jobs of `upkeepLane`. Short and idempotent, as events may be delivered again. */
  handle(events: readonly RecordedEvent[]): Promise<void>;
  /** Restores missing jobs at start. */
  restore?(): Promise<void>;
  /** Handlers by kind of job, which is unique among tasks. */
  handlers: JobHandlers;
};
