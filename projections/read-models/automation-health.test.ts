import { describe, expect, it } from "vitest";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import { at, claimed, days, settled } from "#domain/ledger/ledger-for-tests.ts";
import { type AutomationHealthDocument, collections } from "#domain/read-models/documents.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import type { Projected, Projection } from "../projection.ts";
import { automationHealth } from "./automation-health.ts";

const minute = (n: number) => `2026-11-20T10:0${n}:00.000Z`;
const { name } = collections.standings;

/** The health of the report `a` after events, one a minute. */
const fares = async (...events: SheafEvent[]): Promise<AutomationHealthDocument> => {
  const { project, toDocumentKey, types } = automationHealth as unknown as Projection;
  const store = createMemoryReadStore();
  await store.ensureCollections([collections.standings]);
  for (const [n, event] of events.entries()) {
    if (!types.includes(event.type)) continue;
    const stream = "automationId" in event.data ? "workspace-t" : "automation-a";
    const metadata = metadataAt(minute(n), { tenant: "t" });
    const projected = { ...event, id: `e${n}`, metadata, stream, version: n, position: `${n}` } as Projected;
    for (const change of project(projected)) {
      expect(change.id).toBe(toDocumentKey(projected).id);
      await store.apply([{ ...change, position: `${n}` }]);
    }
  }
  return (await store.get(name, "a"))?.document as unknown as AutomationHealthDocument;
};

const created = {
  type: "AutomationCreated",
  data: { automationId: "a", title: "Daily", enabled: true, schedule: { endsTo: "2026-11-20" } },
} as unknown as SheafEvent;
const event = (type: string, data: object): SheafEvent => ({ type, data }) as unknown as SheafEvent;
const failed = (failedTries: number): SheafEvent =>
  event("TryFailed", {
    run: "run-20",
    try: failedTries,
    kind: "temporary",
    reason: "refused",
    failedTries,
    retryAt: null,
  });
const suspended = event("Suspended", {
  slot: at(20),
  period: days(19, 20),
  run: "run-20",
  failedTries: 5,
  reason: "refused",
  firstFailure: { at: minute(2), reason: "away" },
});
const extra = (cause: string, outcome: string): SheafEvent =>
  event("ExtraRunSettled", { cause, slot: at(20), run: "run-x", outcome, reason: null });

describe("the health of an automated report", () => {
  it("is well at first, and failing since its first failure in a row", async () => {
    expect(await fares(created)).toMatchObject({ standing: "well", troubled: false, since: null, title: "Daily" });
    expect(await fares(created, claimed(20), failed(1), failed(2))).toMatchObject({
      standing: "failing",
      troubled: true,
      since: minute(2),
      failedTries: 2,
      runId: "run-20",
    });
  });

  it("keeps the start and reason of a failure when later failures don't count", async () => {
    const uncounted = (failedTries: number) =>
      event("TryFailed", {
        ...{ run: "run-21", try: 2, kind: "ours", reason: "Our mail server has a problem." },
        ...{ failedTries, retryAt: null },
      });
    expect(await fares(created, claimed(20), failed(1), uncounted(1))).toMatchObject({
      ...{ standing: "failing", since: minute(2), failedTries: 1, reason: "refused", runId: "run-20" },
    });
    expect(await fares(created, claimed(20), uncounted(0))).toMatchObject({ standing: "well", reason: null });
  });

  it("is well again after a run with or without orders, but not after a test", async () => {
    for (const outcome of ["delivered", "empty"] as const)
      expect(await fares(created, failed(1), settled(20, outcome))).toMatchObject({ standing: "well", since: null });
    expect(await fares(created, failed(1), settled(20, "failed"))).toMatchObject({ standing: "failing" });
    expect(await fares(created, failed(1), extra("test", "delivered"))).toMatchObject({ standing: "failing" });
    expect(await fares(created, failed(1), extra("catch-up", "delivered"))).toMatchObject({ standing: "well" });
  });

  it("is suspended from its suspension until a retry succeeds", async () => {
    const before = [created, failed(1), suspended] as const;
    expect(await fares(...before)).toMatchObject({ standing: "suspended", since: minute(2), failedTries: 5 });
    expect(await fares(...before, failed(6), extra("retry", "failed"))).toMatchObject({
      standing: "suspended",
      since: minute(2),
      failedTries: 6,
    });
    expect(await fares(...before, extra("retry", "delivered"))).toMatchObject({ standing: "well", troubled: false });
  });

  it("keeps a failed retry's run, and who may have its report, until the next retry", async () => {
    const arrived = { reached: 0, recipients: 2, unsure: true } as const;
    const retry = (run: string, more: object = {}) =>
      event("ExtraRunSettled", { cause: "retry", slot: at(20), run, outcome: "failed", reason: "No answer.", ...more });
    const claimedRetry = (run: string) =>
      event("ExtraRunClaimed", { cause: "retry", run, slot: at(20), period: days(19, 20) });
    const before = [created, failed(1), suspended, claimedRetry("retry-1"), retry("retry-1", { arrived })] as const;
    expect(await fares(...before)).toMatchObject({
      ...{ standing: "suspended", retryArrived: arrived, runId: "retry-1", reason: "refused", since: minute(2) },
      ...{ retryReason: "No answer.", triedAgain: false, mayHaveArrived: true },
    });
    const resumed = event("Resumed", { choice: "one", retry: true, catchUps: [] });
    expect(await fares(...before, resumed)).toMatchObject({ triedAgain: true });
    const again = [...before, claimedRetry("retry-2")] as const;
    const kept = { retryArrived: null, retryReason: null, mayHaveArrived: true };
    expect(await fares(...again)).toMatchObject({ ...kept, triedAgain: true });
    expect(await fares(...again, failed(6), retry("retry-2"))).toMatchObject({ ...kept, triedAgain: false });
    expect(await fares(created, failed(1), suspended, retry("retry-1"))).toMatchObject({
      ...{ retryArrived: null, runId: "run-20" },
    });
    expect(await fares(...before, extra("retry", "delivered"))).toMatchObject({ retryArrived: null, runId: null });
  });

  it("keeps who may have a failed report until a success, whichever failure it was", async () => {
    const arrived = { reached: 1, recipients: 2 } as const;
    const partly = event("TryFailed", { ...failed(2).data, arrived });
    const stopped = [created, failed(1), partly, failed(3), suspended] as const;
    expect(await fares(...stopped)).toMatchObject({ standing: "suspended", mayHaveArrived: true });
    expect(await fares(...stopped, extra("retry", "delivered"))).toMatchObject({ mayHaveArrived: false });
    expect(await fares(created, failed(1), suspended)).toMatchObject({ mayHaveArrived: false });
    const told = event("Suspended", { ...suspended.data, mayHaveArrived: true });
    expect(await fares(created, failed(1), told)).toMatchObject({ mayHaveArrived: true });
  });

  it("has the reason of a waiting run that somebody has, until its next failure that counts or its end", async () => {
    const reason = "1 of 2 recipients has the report. The mail server refused recipient 2 of your list for now.";
    const waits = { kind: "deferred", failedTries: 1, reason, arrived: { reached: 1, recipients: 2 } };
    const waiting = [created, claimed(20), failed(1), event("TryFailed", { ...failed(1).data, ...waits })] as const;
    expect(await fares(...waiting)).toMatchObject({ reason: "refused", waitsFor: reason, mayHaveArrived: true });
    const again = event("TryFailed", { ...failed(2).data, retryAt: minute(9) });
    expect(await fares(created, claimed(20), again)).toMatchObject({ triedAgain: true });
    expect(await fares(created, claimed(20), again, settled(20, "failed"))).toMatchObject({ triedAgain: false });
    for (const next of [failed(2), settled(20, "failed"), settled(20)])
      expect(await fares(...waiting, next)).toMatchObject({ waitsFor: null });
  });

  it("includes its name and whether it is started, and stays the same while the report is deleted", async () => {
    const report = await fares(
      created,
      failed(1),
      event("AutomationRenamed", { automationId: "a", from: "Daily", to: "Nightly" }),
      event("AutomationPaused", { automationId: "a" }),
      event("AutomationDeleted", { automationId: "a", title: "Nightly" }),
    );
    expect(report).toMatchObject({ title: "Nightly", enabled: false, deleted: true, standing: "failing" });
    const back = await fares(
      created,
      failed(1),
      event("AutomationDeleted", { automationId: "a", title: "Daily" }),
      event("AutomationRestored", {
        automationId: "a",
        title: "Daily",
        enabled: false,
        schedule: { endsTo: null },
        returned: true,
      }),
      event("AutomationStarted", { automationId: "a" }),
    );
    expect(back).toMatchObject({ deleted: false, enabled: true, standing: "failing", since: minute(1), endsTo: null });
  });

  it("keeps the end date at which it expired, even if the schedule gets another", async () => {
    const expired = event("AutomationExpired", { endsTo: "2026-11-20" });
    const endsAt = (endsTo: string | null) =>
      event("AutomationScheduleChanged", { automationId: "a", from: { endsTo: "2026-11-20" }, to: { endsTo } });
    const before = [created, failed(1), settled(20, "failed")] as const;
    expect(await fares(...before)).toMatchObject({ endsTo: "2026-11-20", expired: null });
    expect(await fares(...before, expired)).toMatchObject({
      standing: "failing",
      endsTo: "2026-11-20",
      expired: "2026-11-20",
    });
    expect(await fares(...before, expired, endsAt("2026-12-24"))).toMatchObject({ endsTo: "2026-12-24" });
    expect(await fares(...before, expired, endsAt(null))).toMatchObject({ endsTo: null, expired: "2026-11-20" });
  });
});
