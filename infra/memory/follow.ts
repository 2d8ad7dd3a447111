import type { Bell } from "../ports/bell.ts";
import type { EventStore, RecordedEvent } from "../ports/stores/event-store.ts";
import { copyOf, dawdle } from "./awkward.ts";

/**
 * Follows late, in batches of changing size, and delivers one in four batches twice, like a subscription that lost its
 * connection.
 */
export const followAwkwardly = async (
  store: Pick<EventStore, "readAll">,
  bell: Bell,
  dice: () => number,
  options: { after?: string; batchSize?: number },
  handleBatch: (events: RecordedEvent[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  let after = options.after;
  while (!signal.aborted) {
    const since = bell.rings();
    const limit = 1 + Math.floor(dice() * (options.batchSize ?? 100));
    const events = await store.readAll(after === undefined ? { limit } : { after, limit });
    await dawdle(dice);
    if (signal.aborted) return;
    const last = events.at(-1);
    if (!last) {
      await bell.wait({ since, timeoutMs: 1_000, signal });
      continue;
    }
    await handleBatch(copyOf(events));
    if (dice() < 0.25 && !signal.aborted) await handleBatch(copyOf(events));
    after = last.position;
  }
};
