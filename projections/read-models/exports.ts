import { listEventTypes } from "#domain/core/message.ts";
import { ExportStatus } from "#domain/enumerations.ts";
import { type ExportEvent, type ExportOfRun, exportEventSchemas } from "#domain/export/events.ts";
import type { PictureResults } from "#domain/export/picture-results.ts";
import { collections, type ExportDocument } from "#domain/read-models/documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { Projected, Projection } from "../projection.ts";

const { name } = collections.exports;

/** The stream is `export-{id}`; only its first event contains the id. */
const parseId = (stream: string) => stream.slice("export-".length);

const runOf = ({ automationId, runId }: ExportOfRun) => ({ automationId, runId });

const requested = (event: Projected<Extract<ExportEvent, { type: "ExportRequested" }>>): ExportDocument => ({
  tenant: event.data.tenant,
  // Old events of a run's later tries name the export of the first.
  exportId: parseId(event.stream),
  trigger: event.data.trigger,
  createdAt: event.metadata.instant,
  reportId: event.data.reportId,
  title: event.data.reportTitle,
  fileName: event.data.fileName,
  fileType: event.data.fileType,
  status: ExportStatus.Initialized,
  attempt: 0,
  ended: false,
  failedReason: null,
  failedCode: null,
  fileKey: null,
  bytes: null,
  orders: null,
  rows: null,
  testOrders: null,
  expiresAt: null,
  expired: false,
  erased: null,
  endedAt: null,
  repeats: event.data.repeats ?? null,
  compared: null,
  ...(event.metadata.actor.kind === "agent" && { bySupport: true }),
  ...(event.data.run && { run: runOf(event.data.run) }),
  emptyExpected: event.data.emptyExpected,
  asked: event.data.asked,
  period: event.data.period ?? null,
  formulaFaults: event.data.formulaFaults ?? [],
});

const leftOf = ({ failed, beyond }: PictureResults) => ({ failed, beyond });

const fieldsAfter = (
  event: Projected<Exclude<ExportEvent, { type: "ExportRequested" }>>,
): Partial<Omit<ExportDocument, "stale">> => {
  switch (event.type) {
    case "ExportStarted":
      return { status: ExportStatus.Processing, attempt: event.data.attempt };
    case "ExportHandedBack":
      return { status: ExportStatus.Initialized };
    // Another attempt continues, or begins soon.
    case "ExportLeaseLost":
      return {};
    case "ExportFinished": {
      const { attempt, fileKey, bytes, orders, rows, testOrders = null, expiresAt } = event.data;
      const { replacedCharacters, pictures, unread, late, goneChosen, goneCarried, compared = null } = event.data;
      return {
        status: ExportStatus.Finished,
        ended: true,
        endedAt: event.metadata.instant,
        compared,
        attempt,
        fileKey,
        bytes,
        orders,
        rows,
        testOrders,
        ...(replacedCharacters !== undefined && { replacedCharacters }),
        ...(pictures && pictures.failed + pictures.beyond > 0 && { picturesLeft: leftOf(pictures) }),
        ...(unread && { unread }),
        ...(late && { late }),
        ...(goneChosen && { goneChosen }),
        ...(goneCarried && { goneCarried }),
        expiresAt,
      };
    }
    case "ExportFailed":
      return {
        status: ExportStatus.Failed,
        ended: true,
        endedAt: event.metadata.instant,
        failedReason: event.data.reason,
        failedCode: event.data.code,
      };
    case "ExportCancelRequested":
      return { status: ExportStatus.Canceling };
    case "ExportCanceled":
      return { status: ExportStatus.Canceled, ended: true, endedAt: event.metadata.instant };
    case "ExportRetentionChanged":
      return { expiresAt: event.data.to, keptLonger: event.data.longer };
    case "ExportExpired":
      return { expired: true };
    case "ExportFileErased":
      return { expired: true, erased: event.data.because };
  }
};

/** One document per export. Progress changes several times a second, so the state store keeps it instead. */
export const exports: Projection<ExportEvent["type"]> = {
  name,
  version: versions.exports,
  collection: collections.exports,
  types: listEventTypes(exportEventSchemas),
  toDocumentKey: (event) => ({ collection: name, id: parseId(event.stream) }),
  project: (event) => {
    const id = parseId(event.stream);
    return event.type === "ExportRequested"
      ? [{ collection: name, kind: "put", id, document: requested(event) }]
      : [{ collection: name, kind: "merge", id, fields: fieldsAfter(event) }];
  },
};
