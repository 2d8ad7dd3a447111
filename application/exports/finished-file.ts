import { upcasters } from "#domain/event-schemas.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ExportEvent } from "#domain/export/events.ts";
import { describeMissingPictures } from "#domain/export/picture-results.ts";
import { fileFormats } from "#domain/file-formats.ts";
import { describeFormulaFaults } from "#domain/reports/formula-fault-text.ts";
import { describeGoneCarried } from "#domain/reports/gone-orders.ts";
import { describeLateOrders, describeUnreadOrders } from "#domain/reports/unread-orders.ts";
import type { FinishedFile } from "#infra/ports/destination.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { type FileStore, NoSuchFile } from "#infra/ports/stores/file-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";
import { decodeEvent } from "../events/decode-event.ts";
import { createFileUrl } from "./file-link.ts";

export type FileNeeds = {
  runner: Pick<CommandRunner, "load">;
  eventStore: Pick<EventStore, "readStream">;
  fileStore: Pick<FileStore, "open">;
  vault: Pick<Vault, "sign">;
  /** APP_URL. */
  appUrl: string;
};

/**
 * Loads an export's finished file, its time of creation (ISO UTC) and remarks about it. They are always the same. The
 * link works without a login as long as the file exists. `goneError`: thrown if the file is gone, for example after an
 * erasure.
 */
export const loadFinishedFile = async (
  { runner, eventStore, fileStore, vault, appUrl }: FileNeeds,
  exportId: string,
  goneError: () => Promise<Error>,
): Promise<{ file: FinishedFile; createdAt: string; notes: string[] }> => {
  const { state } = await runner.load(exportDecider, exportId);
  if (state.status !== "finished") throw await goneError();
  const { fileName, fileType, formulaFaults = [] } = state.facts;
  const { fileKey, bytes, fileHash } = state.file;
  const events = await eventStore.readStream(`export-${exportId}`);
  const finished = events.find(({ type }) => type === "ExportFinished");
  if (!finished) throw new Error(`The export ${exportId} is finished without an event that says so.`);
  const open = () =>
    fileStore.open(fileKey).catch(async (error: unknown) => {
      throw error instanceof NoSuchFile ? await goneError() : error;
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
