import type { Notifier } from "../ports/notifier.ts";
import type { EventStore, RecordedEvent } from "../ports/stores/event-store.ts";
import { cloneAsJson, delayRandomly } from "./irregularity.ts";

/** Follows late, in batches of changing size, one in four twice, as after a lost connection. */
export const followIrregularly = async (
  store: Pick<EventStore, "readAll">,
  bell: Notifier,
  dice: () => number,
  options: { after?: string; batchSize?: number },
  handleBatch: (events: RecordedEvent[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  let after = options.after;
  while (!signal.aborted) {
    const since = bell.notifications();
    const limit = 1 + Math.floor(dice() * (options.batchSize ?? 100));
    const events = await store.readAll(after === undefined ? { limit } : { after, limit });
    await delayRandomly(dice);
    if (signal.aborted) return;
    const last = events.at(-1);
    if (!last) {
      await bell.wait({ since, timeoutMs: 1_000, signal });
      continue;
    }
    await handleBatch(cloneAsJson(events));
    if (dice() < 0.25 && !signal.aborted) await handleBatch(cloneAsJson(events));
    after = last.position;
  }
};
