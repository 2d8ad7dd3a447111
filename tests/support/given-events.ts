import { randomUUID } from "node:crypto";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";

/** Events put into a store by hand, as if a shop had worked: for tests of what follows from events. */

export const tenant = "11111111-1111-4111-8111-111111111111";
export const instant = "2026-11-20T10:00:00.000Z";

type Stores = { eventStore: EventStore };

/** One more event of a stream. */
export const append = async ({ eventStore }: Stores, stream: string, type: string, data: object): Promise<void> => {
  const known = await eventStore.readStream(stream);
  await eventStore.appendToStream(
    stream,
    [{ id: randomUUID(), type, data: { ...data }, metadata: { ...metadataAt(instant, { tenant }) } }],
    { expectedVersion: known.length === 0 ? "no-stream" : known.length - 1 },
  );
};

/** A requested export, `Report {exportId}`. */
export const requestExport = (stores: Stores, exportId: string, more: object = {}): Promise<void> =>
  append(stores, `export-${exportId}`, "ExportRequested", {
    tenant,
    exportId,
    reportId: "design",
    trigger: "manual",
    reportTitle: `Report ${exportId}`,
    fileName: "f",
    fileType: 1,
    inputHash: exportId,
    emptyExpected: false,
    asked: null,
    ...more,
  });

/** Its end, with a file. */
export const finishExport = (stores: Stores, exportId: string): Promise<void> =>
  append(stores, `export-${exportId}`, "ExportFinished", {
    attempt: 1,
    fileKey: `${exportId}.1.csv`,
    expiresAt: "2026-11-27T10:00:00.000Z",
    bytes: 1,
    orders: 1,
  });
