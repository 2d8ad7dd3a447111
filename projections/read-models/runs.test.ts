import { describe, expect, it } from "vitest";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import { describeSlotOutcome } from "#domain/ledger/describe-ledger-event.ts";
import { at, claimed, days, facts, settled, skippedDays } from "#domain/ledger/ledger-for-tests.ts";
import { listTries, type RunDocument, type SlotDocument } from "#domain/read-models/run-document.ts";
import type { RunReceipt } from "#domain/run/events.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import type { Projected, Projection } from "../projection.ts";
import { runs } from "./runs.ts";
import { slots } from "./slots.ts";

type Recorded = readonly [stream: string, event: SheafEvent];

/** The documents after events of a ledger and its runs, one a minute. */
const documentsAfter = async <Document>(given: unknown, events: readonly Recorded[]): Promise<Document[]> => {
  const { collection, project, toDocumentKey, types } = given as Projection;
  const store = createMemoryReadStore();
  await store.ensureCollections([collection]);
  const versions = new Map<string, number>();
  for (const [n, [stream, event]] of events.entries()) {
    const version = (versions.get(stream) ?? -1) + 1;
    versions.set(stream, version);
    if (!types.includes(event.type)) continue;
    const position = String(n).padStart(6, "0");
    const metadata = metadataAt(minute(n), { tenant: "t" });
    const projected = { ...event, id: `e${n}`, metadata, stream, version, position } as Projected;
    for (const change of project(projected)) {
      expect(change.id).toBe(toDocumentKey(projected).id);
      await store.apply([{ ...change, position }]);
    }
  }
  return (await store.find(collection.name, {})).map(({ document }) => document as Document);
};
const minute = (n: number) => `2026-11-20T10:0${n}:00.000Z`;

const inLedger = (event: SheafEvent): Recorded => ["automation-a", event];
const inRun = (event: SheafEvent): Recorded => ["run-run-20", event];
const requested = (n: number): Recorded =>
  inRun({ type: "RunExportRequested", data: { try: n, exportId: `x${n}`, inputHash: "ab" } });
const made = (n: number): Recorded =>
  inRun({ type: "RunExportFinished", data: { try: n, exportId: `x${n}`, orders: 3, rows: 4 } });
const unmade = (n: number): Recorded =>
  inRun({
    type: "RunExportFailed",
    data: { try: n, exportId: `x${n}`, kind: "temporary", reason: "The store did not answer." },
  });
const delivery = { deliveryId: "d", destination: DestinationKind.Email, recipients: ["pv:ann"] };
const sent = (n: number, attempt = 1): Recorded =>
  inRun({ type: "DeliveryStarted", data: { try: n, attempt, ...delivery } });
const receipt: RunReceipt = {
  at: minute(5),
  to: "1 recipient",
  answer: "250 OK",
  steps: [{ step: "sent", ms: 12 }],
  before: false,
};
const confirmed = (n: number, attempt = 1): Recorded =>
  inRun({ type: "DeliveryConfirmed", data: { try: n, attempt, deliveryId: "d", receipt } });
const tryFailed = (n: number): Recorded =>
  inLedger({
    type: "TryFailed",
    data: { run: "run-20", try: n, kind: "temporary", reason: "No answer.", failedTries: n, retryAt: minute(9) },
  });

const only = async (...events: Recorded[]): Promise<RunDocument> => {
  const documents = await documentsAfter<RunDocument>(runs, events);
  expect(documents).toHaveLength(1);
  return documents[0] as RunDocument;
};
const run = inLedger(claimed(20));

describe("a run of an automated report", () => {
  it("exists once it is claimed, with its content", async () => {
    expect(await only(run)).toEqual({
      ...{ tenant: "t", automationId: "a", runId: "run-20", version: 0, endedVersion: null },
      ...{ cause: "slot", slot: at(20), period: days(19, 20), claim: facts, claimedAt: minute(0) },
      ...{ endedAt: null, outcome: null, reason: null, retryAt: null, exportId: null },
    });
  });

  it("has its attempts, each with its export and delivery", async () => {
    const document = await only(
      run,
      requested(1),
      unmade(1),
      tryFailed(1),
      requested(2),
      made(2),
      sent(2),
      confirmed(2),
    );
    expect(listTries(document)).toEqual([
      {
        try: 1,
        export: { at: minute(1), exportId: "x1" },
        exportEnd: { at: minute(2), outcome: "failed", kind: "temporary", reason: "The store did not answer." },
        delivery: undefined,
        deliveryEnd: undefined,
      },
      {
        try: 2,
        export: { at: minute(4), exportId: "x2" },
        exportEnd: { at: minute(5), outcome: "made" },
        delivery: { at: minute(6), destination: DestinationKind.Email, recipients: ["pv:ann"] },
        deliveryEnd: { at: minute(7), outcome: "delivered", receipt },
      },
    ]);
    expect(document.exportId).toBe("x2");
  });

  it("waits for another attempt until that begins", async () => {
    expect((await only(run, requested(1), unmade(1), tryFailed(1))).retryAt).toBe(minute(9));
    expect((await only(run, requested(1), unmade(1), tryFailed(1), requested(2))).retryAt).toBeNull();
    expect((await only(run, requested(1), made(1), sent(1), tryFailed(1), sent(2))).retryAt).toBeNull();
    expect((await only(run, tryFailed(1), inLedger(settled(20, "failed")))).retryAt).toBeNull();
  });

  it("shows a lost worker's confirmation if there is one, and otherwise the newest attempt", async () => {
    const lost = await only(run, requested(1), made(1), sent(1), sent(1, 2));
    expect(listTries(lost)[0]).toMatchObject({ delivery: { at: minute(4) }, deliveryEnd: undefined });
    const late = await only(run, requested(1), made(1), sent(1), sent(1, 2), confirmed(1, 1));
    expect(listTries(late)[0]).toMatchObject({ delivery: { at: minute(3) }, deliveryEnd: { outcome: "delivered" } });
  });

  it("lists who was refused in a failed attempt, and who of them may still have the report", async () => {
    const named = { refused: ["pv:ann", "pv:bob"], mayHaveIt: ["pv:bob"], unsendable: ["pv:eve"] };
    const data = { try: 1, attempt: 1, kind: "deferred", reason: "Later.", steps: [], reached: 1, ...named } as const;
    expect(await only(run, requested(1), made(1), sent(1), inRun({ type: "DeliveryFailed", data }))).toMatchObject({
      "deliveryEnd.1.1": { outcome: "failed", ...named },
    });
  });

  it("ends with the outcome in the ledger", async () => {
    expect(await only(run, inLedger(settled(20, "failed")))).toMatchObject({
      ...{ outcome: "failed", reason: "refused", endedAt: minute(1), endedVersion: 1 },
    });
  });
});

describe("the outcomes of slots", () => {
  it("have one document for each run, and one for consecutive skipped slots", async () => {
    const documents = await documentsAfter<SlotDocument>(slots, [
      run,
      inLedger(settled(20, "empty")),
      inLedger(skippedDays(21, 23, "paused")),
      inLedger(claimed(24)),
      requested(1),
    ]);
    const common = { tenant: "t", automationId: "a", coveredBy: null };
    const one = { count: 1, because: null };
    expect(documents).toEqual([
      {
        ...common,
        ...{ from: at(21), to: at(23), count: 3, outcome: "skipped", because: "paused", period: days(20, 23) },
        runId: null,
      },
      { ...common, ...one, from: at(20), to: at(20), outcome: "empty", period: days(19, 20), runId: "run-20" },
      { ...common, ...one, from: at(24), to: at(24), outcome: null, period: days(23, 24), runId: "run-24" },
    ]);
  });

  it("keep whether the report of a failed run may have arrived", async () => {
    const reason = "The report may have arrived. Ask its recipients before you send it again.";
    const failed: SheafEvent = {
      type: "SlotSettled",
      data: { slot: at(20), run: "run-20", outcome: "failed", reason },
    };
    const [slot] = await documentsAfter<SlotDocument>(slots, [run, inLedger(failed)]);
    expect(slot && describeSlotOutcome(slot, "Europe/Athens")).toBe(
      "Nobody confirmed the report of 20 Nov 2026, 2:01 AM, so it may have arrived.",
    );
    const arrived = { reached: 1, recipients: 3 };
    const [partly] = await documentsAfter<SlotDocument>(slots, [
      run,
      inLedger({ ...failed, data: { ...failed.data, reason: "Later.", arrived } }),
    ]);
    expect(partly && describeSlotOutcome(partly, "Europe/Athens")).toBe(
      "The report of 20 Nov 2026, 2:01 AM reached 1 of 3 recipients.",
    );
    const told = inLedger({ ...failed, data: { ...failed.data, reason: "The server refused it." } });
    const [refused] = await documentsAfter<SlotDocument>(slots, [run, told]);
    expect(refused && describeSlotOutcome(refused, "Europe/Athens")).toBe(
      "The report of 20 Nov 2026, 2:01 AM was not delivered.",
    );
  });

  it("leave out runs that decide no slot", async () => {
    const extra: SheafEvent = {
      type: "ExtraRunClaimed",
      data: { cause: "test", slot: at(20), period: days(19, 20), run: "run-t", ...facts },
    };
    expect(await documentsAfter<SlotDocument>(slots, [inLedger(extra)])).toEqual([]);
    expect(await documentsAfter<RunDocument>(runs, [inLedger(extra)])).toMatchObject([{ cause: "test" }]);
  });
});
