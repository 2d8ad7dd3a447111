import { upcasters } from "#domain/event-schemas.ts";
import type { SupportEvent } from "#domain/support/events.ts";
import { decodeEvent } from "#infra/app/decode-event.ts";
import type { RecordedEvent } from "#infra/ports/event-store.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import { mailJob } from "./mail-job.ts";

/** Permanent: the bus keeps this group's progress, so what was written while no deliverer ran is heard later. */
export const reactionGroup = "events-to-mails";
export const reactionTypes = ["SupportMessageSent"] as const;

/** Turns events into mails to be sent. */
export const createReactions =
  (queue: WorkQueue) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const recorded of events) {
      const { data, metadata } = decodeEvent(recorded, upcasters);
      const { tenant, instant } = metadata;
      await queue.enqueue(mailJob({ what: "support-message", tenant, instant, ...(data as SupportEvent["data"]) }));
    }
  };
