import { decodeEvent } from "#application/events/decode-event.ts";
import { type FileNeeds, loadFinishedFile } from "#application/exports/finished-file.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { RunDataOf } from "#domain/run/events.ts";
import { DeliveryFailed } from "#infra/ports/destination.ts";

const waitsForOurMail = async ({ eventStore }: Pick<FileNeeds, "eventStore">, runId: string): Promise<boolean> => {
  const newest = (await eventStore.readStream(`run-${runId}`)).findLast(({ type }) => type === "DeliveryFailed");
  if (!newest) return false;
  return (decodeEvent(newest, upcasters).data as RunDataOf<"DeliveryFailed">).kind === "ours";
};

/** A missing file stays our fault if our mail server's problem outlasted it (ADR 111). */
const fileGoneFailure = async (needs: Pick<FileNeeds, "eventStore">, runId: string): Promise<DeliveryFailed> =>
  (await waitsForOurMail(needs, runId))
    ? new DeliveryFailed(
        "ours",
        "Our mail server had a problem, and the report's file was removed before it could be sent.",
        { final: true },
      )
    : new DeliveryFailed(
        "lasting",
        "The report's file was removed before it was sent. Use 'Send again' to make a new one.",
      );

/**
 * Loads a run's finished file.
 * @throws {DeliveryFailed} the file is gone: lasting, or ours if the run waits for our mail server
 */
export const loadFileOfRun = (needs: FileNeeds, { exportId, runId }: { exportId: string; runId: string }) =>
  loadFinishedFile(needs, exportId, () => fileGoneFailure(needs, runId));
