import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createExportPermits } from "#application/admission/export-permits.ts";
import { hourlyBudgets } from "#application/admission/limits.ts";
import { findFrozenInput } from "#application/exports/freeze-input.ts";
import { runDecider } from "#domain/run/decider.ts";
import { createAdvanceJob } from "../../../scheduler/advance-run.ts";
import { givenStartedReport } from "./started-report.ts";
import { refusalIn, startWorkspace, type Workspace } from "./support.ts";

/** a report of the newest past period, executed and delivered now. The shops are in Athens. */

const hour = 3_600_000;

let workspace: Workspace;
beforeEach(async () => {
  workspace = await startWorkspace();
  workspace.clock.advance(hour / 6);
});
afterEach(() => workspace.close());

/** A daily report, started. */
const given = async (changes: object = {}) => {
  const report = await givenStartedReport(workspace, changes);
  const test = (headers: Record<string, string> = {}, path = "automations/test-automation/") =>
    report.call("POST", path, report.id, headers);
  return { ...report, test };
};

describe("a test run", () => {
  it("covers the newest past period with frozen input, and is executed like any other", async () => {
    const { id, tenant, test, ledger, info, read } = await given();
    const before = await read();
    const reply = await test();
    expect([reply.status, reply.envelope.ErrorMessage, reply.data]).toEqual([200, null, null]);
    const { byHand: open } = await ledger.state();
    expect(open).toMatchObject({
      cause: "test",
      slot: "2026-11-19T22:01:00Z",
      period: { from: "2026-11-18T22:00:00Z", to: "2026-11-19T22:00:00Z" },
    });
    if (!open) throw new Error("There is no test run.");
    expect((await info()).UnderWay).toEqual({ RunId: open.run, Cause: "test" });
    expect(await read()).toEqual(before);
    const input = await findFrozenInput(workspace.state, { tenant, inputHash: open.facts.inputHash });
    expect(input).toMatchObject({ fileName: "Test of New automated report 1 2026-11-20 0001.xlsx", tenant });

    const { runner, state: stateStore, queue, clock } = workspace;
    const config = {
      STORE_URL_TEMPLATE: "https://{shop}.example",
      SHOP_FLAGS: { bundles: [], "meal-prep": [], "custom-columns": [] },
    };
    const log = { info: () => {}, warn: () => {}, error: () => {} } as never;
    const room = createExportPermits({ state: stateStore, runner, clock }, "automated");
    const advance = createAdvanceJob({ runner, stateStore, queue, permits: room, clock, config, log });
    const payload = { tenant, automationId: id, runId: open.run, correlation: "c", causation: "c" };
    await advance({ id: "job", payload } as never, new AbortController().signal);
    const { state: run } = await runner.load(runDecider, open.run);
    expect(run).toMatchObject({ status: "exporting", facts: { cause: "test", inputHash: open.facts.inputHash } });
  });

  it("is started once by a repeated command, even after it ended, and at both addresses", async () => {
    const { test, ledger, types } = await given();
    const again = { "x-command-id": randomUUID() };
    const both = await Promise.all([test(again), test(again)]);
    const third = await test(again, "automations/test-automation");
    expect([...both, third].map(({ envelope }) => envelope.ErrorMessage)).toEqual([null, null, null]);
    const run = (await ledger.state()).byHand?.run ?? "";
    await ledger.run({ type: "Settle", run, outcome: "delivered" });
    expect((await test(again)).envelope.ErrorMessage).toBe(null);
    expect(await types()).toEqual(["ExtraRunClaimed", "ExtraRunSettled"]);
    await test();
    expect((await types()).at(-1)).toBe("ExtraRunClaimed");
  });

  it("is refused during another one, but allowed beside a run with a failed attempt", async () => {
    const { test, ledger } = await given({ schedule: 0 });
    workspace.clock.advance(hour);
    await ledger.fail(await ledger.claim(), 1);
    expect((await test()).envelope.ErrorMessage).toBe(null);
    expect(refusalIn(await test())).toMatchObject({
      code: "rule",
      message: "A test run is under way. Wait until it has ended, then start another one.",
    });
    const run = (await ledger.state()).byHand?.run ?? "";
    await ledger.fail(run, 1, "lasting");
    expect((await ledger.state()).failedTries).toBe(1);
  });

  it("is refused while the report is paused, with the specified message", async () => {
    const { test, put, read, types } = await given();
    await put({ ...(await read()), status: 1 });
    expect(refusalIn(await test())).toMatchObject({
      code: "rule",
      message: "Start the automated report to make a test run",
    });
    expect(await types()).toEqual([]);
  });

  it("covers the period that just ended if there is no past period", async () => {
    const { test, ledger } = await given({ schedule: 8, starts_from: "2026-12-24" });
    await test();
    expect((await ledger.state()).byHand).toMatchObject({
      slot: "2026-10-31T22:01:00Z",
      period: { from: "2026-09-30T21:00:00Z", to: "2026-10-31T22:00:00Z" },
    });
  });

  it("is allowed for a suspended report, and doesn't restart it", async () => {
    const { test, ledger, read } = await given({ schedule: 0 });
    workspace.clock.advance(hour);
    await ledger.suspend();
    expect((await test()).envelope.ErrorMessage).toBe(null);
    await ledger.run({ type: "Settle", run: (await ledger.state()).byHand?.run ?? "", outcome: "delivered" });
    expect((await read()).status).toBe(3);
  });

  it("is limited per hour, and refused for an unpaid shop and for another shop's report", async () => {
    const { id, test, ledger } = await given();
    const stranger = await workspace.givenMerchant("stranger");
    expect((await stranger.call("POST", "automations/test-automation/", id)).status).toBe(404);
    for (let n = 0; n < hourlyBudgets.tests.amount; n += 1) {
      expect((await test()).status).toBe(200);
      await ledger.run({ type: "Settle", run: (await ledger.state()).byHand?.run ?? "", outcome: "empty" });
    }
    const last = await test();
    expect([last.status, last.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/u)]);
    expect(last.envelope.ErrorMessage).toContain("Your shop has made too many tests within an hour.");
    const { token } = await workspace.givenShop("debtor", "tier");
    const debtor = workspace.windowOf(token);
    expect((await debtor.call("POST", "automations/test-automation/", id)).status).toBe(402);
  });
});
