import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { decodeEvent } from "#application/events/decode-event.ts";
import { createFileUrl } from "#application/exports/file-link.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ExportEvent } from "#domain/export/events.ts";
import { describeMissingPictures } from "#domain/export/picture-results.ts";
import { fileFormats } from "#domain/file-formats.ts";
import { describeFormulaFaults } from "#domain/reports/formula-fault-text.ts";
import { describeGoneCarried } from "#domain/reports/gone-orders.ts";
import { describeLateOrders, describeUnreadOrders } from "#domain/reports/unread-orders.ts";
import type { RunDataOf } from "#domain/run/events.ts";
import { DeliveryFailed, type FinishedFile } from "#infra/ports/destination.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { type FileStore, NoSuchFile } from "#infra/ports/stores/file-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

export type FileNeeds = {
  runner: Pick<CommandRunner, "load">;
  eventStore: Pick<EventStore, "readStream">;
  fileStore: Pick<FileStore, "open">;
  vault: Pick<Vault, "sign">;
  appUrl: string;
};

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
 * Loads a run's file, its time of creation (ISO UTC) and remarks, the same on every try. The link works without a login
 * while the file exists.
 * @throws {DeliveryFailed} the file is gone, for example after an erasure: lasting, or ours if the run waits for our
 * mail server
 */
export const loadFinishedFile = async (
  { runner, eventStore, fileStore, vault, appUrl }: FileNeeds,
  { exportId, runId }: { exportId: string; runId: string },
): Promise<{ file: FinishedFile; createdAt: string; notes: string[] }> => {
  const { state } = await runner.load(exportDecider, exportId);
  if (state.status !== "finished") throw await fileGoneFailure({ eventStore }, runId);
  const { fileName, fileType, formulaFaults = [] } = state.facts;
  const { fileKey, bytes, fileHash } = state.file;
  const events = await eventStore.readStream(`export-${exportId}`);
  const finished = events.find(({ type }) => type === "ExportFinished");
  if (!finished) throw new Error(`The export ${exportId} is finished without an event that says so.`);
  const open = () =>
    fileStore.open(fileKey).catch(async (error: unknown) => {
      throw error instanceof NoSuchFile ? await fileGoneFailure({ eventStore }, runId) : error;
    });
  const link = createFileUrl(appUrl, vault, exportId, fileName);
  const file = { name: fileName, contentType: fileFormats[fileType].mediaType, bytes, sha256: fileHash, open, link };
  const { data, metadata } = decodeEvent(finished, upcasters);
  const {
    pictures,
    unread = [],
    late = [],
    goneCarried,
  } = data as Extract<ExportEvent, { type: "ExportFinished" }>["data"];
  return {
    file,
    createdAt: metadata.instant,
    notes: [
      ...describeUnreadOrders(unread),
      ...describeLateOrders(late),
      ...describeGoneCarried(goneCarried),
      ...(pictures ? describeMissingPictures(pictures) : []),
      ...describeFormulaFaults(formulaFaults),
    ],
  };
};
