import type { JobHandlers } from "#application/jobs/job.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";

/** One thing that upkeep sees to: the events that it hears of, what it puts into the queue then, and how it does that. */
export type Duty = {
  /** Permanent: the bus keeps this group's progress, so what happened while nobody heard it is heard later. */
  group: string;
  types: readonly string[];
  /** It relates streams to each other, and must hear of events in the one order of the event store. */
  acrossStreams?: boolean;
  /** Turns events into jobs of `upkeepLane`. Short and idempotent: an event may be heard again. */
  hear(events: readonly RecordedEvent[]): Promise<void>;
  /** Puts back, at start, what should be in the queue and is not. */
  restore?(): Promise<void>;
  /** By kind of job; no two duties share a kind. */
  handlers: JobHandlers;
};
