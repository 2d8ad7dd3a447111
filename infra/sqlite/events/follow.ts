import type { EventStore, RecordedEvent } from "../../ports/stores/event-store.ts";
import type { ChangeSignal } from "./change-signal.ts";

/** Poll interval in case a wake-up is missed, ms. The signal itself looks each second. */
const fallbackPollMs = 10_000;

export const follow = async (
  store: Pick<EventStore, "readAll">,
  changes: ChangeSignal,
  options: { after?: string; batchSize?: number },
  handleBatch: (events: RecordedEvent[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const limit = options.batchSize ?? 500;
  let after = options.after;
  while (!signal.aborted) {
    // Taken before the read: a commit between the two then ends the wait below.
    const since = changes.poll();
    const events = await store.readAll(after === undefined ? { limit } : { after, limit });
    if (signal.aborted) return;
    const last = events.at(-1);
    if (!last) {
      await changes.wait({ since, timeoutMs: fallbackPollMs, signal });
      continue;
    }
    await handleBatch(events);
    after = last.position;
  }
};
