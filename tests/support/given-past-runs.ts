import { createHash, randomUUID } from "node:crypto";
import type { EventMetadata } from "#domain/core/message.ts";
import { DestinationKind, FileType } from "#domain/enumerations.ts";
import { eventSchemas } from "#domain/event-schemas.ts";
import type { ExportEvent } from "#domain/export/events.ts";
import type { LedgerEvent } from "#domain/ledger/events.ts";
import type { RunEvent } from "#domain/run/events.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";

/** Runs of a report that ended well, an hour apart, the newest an hour before `until` (ISO UTC). */
type Past = { tenant: string; shop: string; automationId: string; until: string; runs: number };
type Written = LedgerEvent | RunEvent | ExportEvent;

const hour = 3_600_000;
/** Concurrent appends. */
const atOnce = 100;
const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns the n-th run's id, the oldest being 0. */
export const pastRunId = (automationId: string, n: number): string => `run-${n}-of-${automationId}`;

/** Makes the n-th run's events: of the ledger, the run and its export. */
const ofRun = ({ tenant, shop, automationId, until, runs }: Past, n: number) => {
  const end = Date.parse(until) - (runs - n) * hour;
  const slot = new Date(end).toISOString();
  const period = { from: new Date(end - hour).toISOString(), to: slot };
  const run = pastRunId(automationId, n);
  const exportId = `export-${run}`;
  const inputHash = hash(exportId);
  const facts = { workspaceVersion: 1, shopVersion: 1, flags: [], catalogueVersion: 1, inputHash };
  const steps = [
    { step: "connected", ms: 41 },
    { step: "handed over", ms: 120 },
  ];
  const delivery = { try: 1, attempt: 1, deliveryId: hash(run) };
  const receipt = { at: slot, to: "1 recipient", answer: "250 Ok", steps, before: false };
  const ledger: LedgerEvent[] = [
    { type: "SlotClaimed", data: { slot, runAt: slot, period, run, ...facts } },
    { type: "SlotSettled", data: { slot, run, outcome: "delivered", reason: null } },
  ];
  const own: RunEvent[] = [
    {
      type: "RunStarted",
      data: { ...facts, runId: run, automationId, tenant, cause: "slot", slot, period, deliverEmpty: true },
    },
    { type: "RunExportRequested", data: { try: 1, exportId, inputHash } },
    { type: "RunExportFinished", data: { try: 1, exportId, orders: n, rows: n } },
    { type: "DeliveryStarted", data: { ...delivery, destination: DestinationKind.Email, recipients: ["pv:given"] } },
    { type: "DeliveryConfirmed", data: { ...delivery, receipt } },
    { type: "RunEnded", data: { outcome: "delivered", reason: null } },
  ];
  const exported: ExportEvent[] = [
    {
      type: "ExportRequested",
      data: {
        ...{ exportId, tenant, shop, reportId: "design", reportTitle: "Orders", fileName: `Orders ${n}.csv` },
        ...{ fileType: FileType.Csv, inputHash, trigger: "automated", emptyExpected: false, asked: null },
        run: { automationId, runId: run, cause: "slot", keptDays: 7 },
      },
    },
    {
      type: "ExportFinished",
      data: {
        ...{ attempt: 1, fileKey: `${exportId}.csv`, bytes: 1, contentHash: hash("c"), fileHash: hash("f") },
        ...{ fingerprint: { app: "1", icu: "1", tz: "1", node: "1" }, orders: n, rows: n },
        expiresAt: "2099-01-01T00:00:00.000Z",
      },
    },
  ];
  return { run, exportId, slot, ledger, own, exported };
};

/** Writes runs' events like schedulers, exporters and deliverers, into new streams. */
export const givenPastRuns = async (eventStore: EventStore, past: Past): Promise<void> => {
  const metadata = (instant: string, schema: number): EventMetadata => ({
    ...{ schema, correlation: "given", causation: "given", tenant: past.tenant, instant },
    actor: { kind: "system", part: "scheduler" },
  });
  const append = async (stream: string, events: readonly Written[], at: string, after: number) => {
    await eventStore.appendToStream(
      stream,
      events.map(({ type, data }) => ({
        id: randomUUID(),
        type,
        data: data as unknown as JsonObject,
        metadata: { ...metadata(at, eventSchemas[type]) },
      })),
      { expectedVersion: after === 0 ? "no-stream" : after - 1 },
    );
  };
  for (let n = 0; n < past.runs; n += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, past.runs - n) }, (_, of) => ofRun(past, n + of));
    const at = some.at(-1)?.slot ?? "";
    const ledger = some.flatMap((one) => one.ledger);
    await append(`automation-${past.automationId}`, ledger, at, 2 * n);
    await Promise.all(
      some.flatMap(({ run, exportId, slot, own, exported }) => [
        append(`run-${run}`, own, slot, 0),
        append(`export-${exportId}`, exported, slot, 0),
      ]),
    );
  }
};
