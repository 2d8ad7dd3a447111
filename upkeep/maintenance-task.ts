import type { JobHandlers } from "#application/jobs/job.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";

/** Reacts to events, turns them into jobs and handles these. */
export type MaintenanceTask = {
  /** Permanent: the bus keeps its progress, so missed events arrive later. */
  group: string;
  types: readonly string[];
  /** For tasks that relate streams: they need the event store's order. */
  acrossStreams?: boolean;
  /** Turns events into jobs of `upkeepLane`. Must be short and idempotent, as events may come again. */
  handle(events: readonly RecordedEvent[]): Promise<void>;
  restore?(): Promise<void>;
  /** Handlers by kind of job, unique among tasks. */
  handlers: JobHandlers;
};
