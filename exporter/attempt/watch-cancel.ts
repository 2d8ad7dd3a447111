import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { StoppedReason } from "./stopped.ts";

/** ms; well under the second within which a cancel must be seen (D-5). */
const pollInterval = 400;

/**
 * Calls `stop` once when the export's stream ends this attempt. Ignores an earlier attempt's ExportLeaseLost. Resolves
 * then, or when the signal aborts.
 */
export const watchCancel = async (options: {
  eventStore: EventStore;
  exportId: string;
  startedAt: number;
  signal: AbortSignal;
  stop: (why: StoppedReason) => void;
  onFault: (error: unknown) => void;
}): Promise<void> => {
  const { eventStore, exportId, startedAt, signal, stop, onFault } = options;
  let next = startedAt + 1;
  while (!signal.aborted) {
    try {
      const [event] = await eventStore.readStream(`export-${exportId}`, { fromVersion: next, limit: 1 });
      // Every other event ends the attempt: a cancel, a newer start, or an end.
      if (event && event.type !== "ExportLeaseLost")
        return stop(event.type === "ExportCancelRequested" ? "cancel" : "overtaken");
      if (event) {
        next += 1;
        continue;
      }
    } catch (error) {
      onFault(error);
    }
    await sleep(pollInterval, undefined, { signal }).catch(() => undefined);
  }
};
