import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serveReadModels } from "#application/read-models/serve.ts";
import { DestinationKind, ExportStatus, Frequency } from "#domain/enumerations.ts";
import type { AutomationHistoryItem } from "#domain/wire/automations/automation-history.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import { MailUnavailable } from "#infra/ports/mail.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { type Automated, ann, bob, ordersOn, startAutomated } from "./automated-runs.ts";

/** S-2.3: the history of an automated report, from the runs of scheduler, exporter and deliverer. */

let sheaf: Automated;
beforeEach(async () => {
  sheaf = await startAutomated(ordersOn(20, 21, 22));
});
afterEach(() => sheaf.close());

const daily = { frequency: Frequency.Daily };
const only = (items: AutomationHistoryItem[]): AutomationHistoryItem => {
  expect(items).toHaveLength(1);
  const [item] = items;
  if (!item) throw new Error("There is no item.");
  return item;
};

describe("the history of an automated report", () => {
  it("is empty before its first run", async () => {
    const id = await sheaf.automate(daily);
    expect(await sheaf.historyOf(id)).toEqual([]);
  });

  it("shows a delivered report's file, period, recipients and their server's response", async () => {
    const id = await sheaf.automate(daily);
    await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
    const item = only(await sheaf.historyOf(id));
    expect(item).toMatchObject({
      ReportTitle: "Untitled1",
      Filters: JSON.stringify({ order_date_from: "2026-11-20", order_date_to: "2026-11-20" }),
      Status: ExportStatus.Finished,
      FailedReason: null,
      Cause: "slot",
      Slot: "2026-11-20T22:01:00Z",
      Period: { From: "2026-11-19T22:00:00Z", To: "2026-11-20T22:00:00Z" },
      Outcome: "delivered",
      RetryAt: null,
      FileName: "Daily orders 2026-11-21 0001.csv",
      Orders: 1,
      Rows: 1,
      Expired: false,
    });
    expect(item.Tries).toMatchObject([
      {
        Try: 1,
        Outcome: "delivered",
        Destination: DestinationKind.Email,
        To: "2 recipients",
        Recipients: [ann, bob],
        Refused: [],
        Answer: "Kept in memory.",
        Reason: null,
        Steps: [{ Step: expect.any(String), Ms: expect.any(Number), Failed: false }],
      },
    ]);
    const file = await sheaf.web.fetchRaw("GET", new URL(item.PublicUrl ?? "").pathname);
    expect(await file.text()).toContain("#20");
  });

  it("shows a failed attempt with the time of the next one, and then the successful one", async () => {
    const id = await sheaf.automate(daily);
    sheaf.mail.failing = new MailUnavailable("The mail server hangs up.", { notTaken: true });
    await sheaf.runUntil("2026-11-20T22:01:30Z", 0.5);
    const waiting = only(await sheaf.historyOf(id));
    expect(waiting).toMatchObject({ Status: ExportStatus.Initialized, Outcome: null, FailedReason: null });
    expect(waiting.Tries).toMatchObject([{ Try: 1, Outcome: "failed", To: null, Lasting: false }]);
    expect(Date.parse(waiting.RetryAt ?? "")).toBeGreaterThan(Date.parse(waiting.Tries[0]?.EndedAt ?? ""));
    sheaf.mail.failing = undefined;
    await sheaf.runUntil("2026-11-20T22:10:00Z", 1);
    const item = only(await sheaf.historyOf(id));
    expect(item).toMatchObject({ Status: ExportStatus.Finished, Outcome: "delivered", RetryAt: null });
    expect(item.Tries.map(({ Try, Outcome }) => [Try, Outcome])).toEqual([
      [1, "failed"],
      [2, "delivered"],
    ]);
  });

  it("links to the file that a later attempt produced", async () => {
    const id = await sheaf.automate(daily);
    sheaf.platform.beforePage = async () => {
      throw new PlatformError("unavailable", "The store does not answer.");
    };
    await sheaf.runUntil("2026-11-20T22:02:00Z", 0.25);
    expect(only(await sheaf.historyOf(id)).Tries).toMatchObject([{ Try: 1, Outcome: "failed" }]);
    sheaf.platform.beforePage = undefined;
    await sheaf.runUntil("2026-11-20T22:10:00Z", 1);
    const item = only(await sheaf.historyOf(id));
    expect(item).toMatchObject({ Outcome: "delivered" });
    const file = await sheaf.web.fetchRaw("GET", new URL(item.PublicUrl ?? "").pathname);
    expect(await file.text()).toContain("#20");
  });

  it("explains why a report failed permanently", async () => {
    const id = await sheaf.automate(daily);
    for (const recipient of await sheaf.web.vault.findMatching(sheaf.tenant, "pv:", () => true))
      await sheaf.web.vault.erase(recipient);
    await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
    const item = only(await sheaf.historyOf(id));
    expect(item).toMatchObject({ Status: ExportStatus.Failed, Outcome: "failed" });
    expect(item.FailedReason).toBe(item.Tries.at(-1)?.Reason);
    expect(item.FailedReason).not.toBeNull();
  });

  it("shows erased people as erased", async () => {
    const id = await sheaf.automate(daily);
    await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
    const [reference = ""] = await sheaf.web.vault.findMatching(sheaf.tenant, "pv:", (text) => text === ann);
    await sheaf.web.vault.erase(reference);
    const item = only(await sheaf.historyOf(id));
    expect(item.Tries[0]?.Recipients).toEqual(["an erased value", bob]);
    expect(JSON.stringify(item)).not.toContain(ann);
  });

  it("shows an empty report that wasn't sent as finished", async () => {
    const id = await sheaf.automate(daily, { exportEmptyReports: false });
    await sheaf.runUntil("2026-11-23T22:05:00Z", 10);
    const [newest] = await sheaf.historyOf(id);
    expect(newest).toMatchObject({ Status: ExportStatus.Finished, Outcome: "empty", Rows: 0 });
    expect(newest?.Tries).toMatchObject([{ Outcome: "empty", Destination: null, To: null, Recipients: [] }]);
  });

  it("shows an expired file as removed", async () => {
    const id = await sheaf.automate(daily);
    await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
    sheaf.clock.advance(8 * 86_400_000);
    expect(only(await sheaf.historyOf(id))).toMatchObject({ PublicUrl: null, Expired: true, Status: 1 });
  });

  it("links to the public address of a file kept beyond its expiry", async () => {
    const id = await sheaf.automate(daily, {
      destination: { kind: DestinationKind.PublicUrl, reportName: "Orders of the day" },
    });
    await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
    await sheaf.hearPublications();
    sheaf.clock.advance(8 * 86_400_000);
    const item = only(await sheaf.historyOf(id));
    expect(item).toMatchObject({ Expired: false, ExpiresAt: null });
    const file = await sheaf.web.fetchRaw("GET", new URL(item.PublicUrl ?? "").pathname);
    expect([file.status, await file.text()]).toEqual([200, expect.stringContaining("#20")]);
  });

  it("comes newest first, 50 at a time, and is kept after the report is deleted", async () => {
    const id = await sheaf.automate({ frequency: Frequency.Hourly });
    await sheaf.runUntil("2026-11-22T16:30:00Z", 30);
    await sheaf.onWorkspace({ type: "DeleteAutomation", automationId: id });
    const first = await sheaf.historyOf(id);
    const second = await sheaf.historyOf(id, first.at(-1)?.RunId);
    const slots = [...first, ...second].map(({ Slot }) => Slot);
    expect([first.length, second.length]).toEqual([50, 2]);
    expect(slots).toEqual([...slots].sort().reverse());
    expect(await sheaf.historyOf(id, second.at(-1)?.RunId)).toEqual([]);
  });

  it("is the same after its read models are rebuilt", async () => {
    const id = await sheaf.automate({ frequency: Frequency.Every4Hours });
    await sheaf.runUntil("2026-11-20T16:30:00Z", 5);
    sheaf.mail.failing = new MailUnavailable("The mail server hangs up.", { notTaken: true });
    await sheaf.runUntil("2026-11-20T20:10:00Z", 1);
    sheaf.mail.failing = undefined;
    await sheaf.edit(id, { enabled: false });
    const before = await sheaf.historyOf(id);
    expect(before.map(({ Tries }) => Tries.length)).toEqual([5, 1]);
    await sheaf.web.stopProjections();
    const readStore = createMemoryReadStore();
    const again = sheaf.web.startProjections(0, readStore);
    sheaf.web.seen.readModels = serveReadModels({ readStore });
    expect(await sheaf.historyOf(id)).toEqual(before);
    await again.stop();
  });

  it("is hidden from other shops, and refuses another report's run as a page boundary", async () => {
    const id = await sheaf.automate(daily);
    const other = await sheaf.automate({ frequency: Frequency.Hourly }, { title: "Hourly" });
    await sheaf.runUntil("2026-11-20T22:05:00Z", 5);
    const stranger = await sheaf.web.givenMerchant("cumulus-demo");
    const path = `reporting/automation-history/${id}`;
    expect((await stranger.call("GET", path)).status).toBe(404);
    const { RunId: run = "" } = (await sheaf.historyOf(other))[0] ?? {};
    for (const before of [run, "guessed"])
      expect((await (await sheaf.merchant()).call("GET", `${path}?before=${before}`)).status).toBe(400);
    expect((await stranger.call("GET", `${path}?before=${run}`)).status).toBe(400);
  });
});
