import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hourlyBudgets } from "#application/admission/limits.ts";
import { findFrozenInput, freezeInput } from "#application/exports/freeze-input.ts";
import type { OpenRun } from "#domain/ledger/state.ts";
import { namelessOrder } from "#domain/orders/unread.ts";
import { runDecider } from "#domain/run/decider.ts";
import { givenStartedReport } from "./started-report.ts";
import { refusalIn, startWorkspace, type Workspace } from "./support.ts";

/** 'Try now' and 'Send again'. The shops are in Athens. */

const hour = 3_600_000;

let workspace: Workspace;
beforeEach(async () => {
  workspace = await startWorkspace();
});
afterEach(() => workspace.close());

/** A started hourly report with a due slot. */
const given = async () => {
  const report = await givenStartedReport(workspace, { schedule: 0 });
  workspace.clock.advance(hour);
  return report;
};
type Given = Awaited<ReturnType<typeof given>>;

const tryNow = ({ call, id }: Given, headers: Record<string, string> = {}) =>
  call("POST", "automations/try-now", id, headers);

describe("Try now", () => {
  it("starts the waiting attempt, once, and no longer shows a retry time", async () => {
    const report = await given();
    await report.ledger.fail(await report.ledger.claim(), 1);
    expect((await report.info()).RetryAt).not.toBeNull();
    const command = { "x-command-id": randomUUID() };
    const replies = [await tryNow(report, command), await tryNow(report, command), await tryNow(report)];
    expect(replies.map(({ status, envelope }) => [status, envelope.ErrorMessage])).toEqual(Array(3).fill([200, null]));
    expect((await report.types()).filter((type) => type === "TryBroughtForward")).toHaveLength(1);
    expect(await report.info()).toMatchObject({ RetryAt: null, UnderWay: { Cause: "slot" } });
  });

  it("continues a run that began before the report was paused", async () => {
    const report = await given();
    await report.ledger.fail(await report.ledger.claim(), 1);
    await report.put({ ...(await report.read()), status: 1 });
    expect((await tryNow(report)).envelope.ErrorMessage).toBeNull();
    expect((await report.types()).at(-1)).toBe("TryBroughtForward");
  });

  it("is refused if no attempt is waiting, and for another shop", async () => {
    const report = await given();
    expect(refusalIn(await tryNow(report))).toMatchObject({
      code: "rule",
      message: expect.stringMatching(/isn't waiting for another attempt/),
    });
    const stranger = await workspace.givenMerchant("stranger");
    expect((await stranger.call("POST", "automations/try-now", report.id)).status).toBe(404);
  });
});

describe("Send again", () => {
  const sendAgain = ({ call }: Pick<Given, "call">, runId: string, headers: Record<string, string> = {}) =>
    call("POST", "automations/send-again", runId, headers);

  type Owner = Pick<Given, "tenant">;
  const onRun = ({ tenant }: Owner, runId: string, command: object) =>
    workspace.runner.execute(
      runDecider,
      runId,
      (context) => ({ ...command, context }) as Parameters<typeof runDecider.decide>[0],
      { tenant, actor: { kind: "system", part: "scheduler" }, correlation: "given" },
    );
  const startRun = (owner: Owner & Pick<Given, "id">, { run, cause, slot, period, facts }: OpenRun) => {
    const { tenant, id: automationId } = owner;
    const of = { runId: run, automationId, tenant, cause, slot, period, deliverEmpty: true };
    return onRun(owner, run, { type: "StartRun", ...of, ...facts });
  };
  const endRun = (owner: Owner, { run }: OpenRun) =>
    onRun(owner, run, { type: "EndRun", outcome: "failed", reason: "The server refused the password." });

  /** A run of what is due, which has ended. */
  const ended = async ({ ledger, tenant, id }: Given, outcome: "delivered" | "failed" = "delivered") => {
    const runId = randomUUID();
    await ledger.claim(runId);
    const { open } = await ledger.state();
    if (!open) throw new Error("There is no run.");
    await startRun({ tenant, id }, open);
    if (outcome === "failed") {
      await ledger.fail(runId, 1, "lasting");
      await endRun({ tenant }, open);
    }
    const { slot, period } = open;
    return { runId, slot, period };
  };

  it("repeats the report for the same period, with the saved settings, outside the schedule", async () => {
    const report = await given();
    const { runId, slot, period } = await ended(report, "failed");
    const before = await report.read();
    await report.put({ ...before, title: "Mended" });
    const command = { "x-command-id": randomUUID() };
    const replies = [await sendAgain(report, runId, command), await sendAgain(report, runId, command)];
    expect(replies.map(({ status, envelope }) => [status, envelope.ErrorMessage])).toEqual(Array(2).fill([200, null]));
    const { byHand: open } = await report.ledger.state();
    expect(open).toMatchObject({ cause: "again", slot, period });
    const { facts = { inputHash: "" } } = open ?? {};
    const input = await findFrozenInput(workspace.state, { tenant: report.tenant, inputHash: facts.inputHash });
    expect(input).toMatchObject({ fileName: expect.stringMatching(/^Mended 2026-11-20 \d{4} again\.xlsx$/) });
    expect(await report.info()).toMatchObject({ UnderWay: { Cause: "again" } });
    expect((await report.read()).next_execution).toBe(before.next_execution);
    expect((await report.types()).filter((type) => type === "ExtraRunClaimed")).toHaveLength(1);
  });

  it("includes the orders that the run carried over, each with the time of the first slot that lacked it", async () => {
    const report = await given();
    const { runId } = await ended(report, "failed");
    const inputOf = async () => {
      const { byHand } = await report.ledger.state();
      if (!byHand) throw new Error("There is no manual run.");
      const { run, facts } = byHand;
      const input = await findFrozenInput(workspace.state, { tenant: report.tenant, inputHash: facts.inputHash });
      if (!input) throw new Error("There is no frozen input.");
      await report.ledger.run({ type: "Settle", run, outcome: "delivered" });
      return { input, open: byHand };
    };
    await sendAgain(report, runId);
    const { input, open } = await inputOf();
    expect(input).not.toHaveProperty("carriedOrderIds");
    const carriedOrderIds = ["gid://shopify/Order/1", "gid://shopify/Order/2"];
    const carriedMoments = { "gid://shopify/Order/1": "2026-11-18T10:00:00.000Z" };
    const carriedNames = { "gid://shopify/Order/1": "#1042" };
    const inputHash = await freezeInput(workspace.state, { ...input, carriedOrderIds, carriedMoments, carriedNames });
    const carrying = { ...open, run: randomUUID(), facts: { ...open.facts, inputHash } };
    await startRun(report, carrying);
    await endRun(report, carrying);
    await sendAgain(report, carrying.run);
    expect((await inputOf()).input).toMatchObject({
      carriedOrderIds,
      carriedMoments: { ...carriedMoments, "gid://shopify/Order/2": open.slot },
      carriedNames: { ...carriedNames, "gid://shopify/Order/2": namelessOrder },
    });
  });

  it("repeats a test run as a test run", async () => {
    const report = await given();
    expect((await report.call("POST", "automations/test-automation/", report.id)).envelope.ErrorMessage).toBeNull();
    const { byHand: test } = await report.ledger.state();
    if (!test) throw new Error("There is no test.");
    await startRun(report, test);
    await report.ledger.run({ type: "Settle", run: test.run, outcome: "delivered" });
    await endRun(report, test);
    expect((await sendAgain(report, test.run)).envelope.ErrorMessage).toBeNull();
    expect((await report.ledger.state()).byHand).toMatchObject({ cause: "test", slot: test.slot, period: test.period });
    await report.put({ ...(await report.read()), status: 1 });
    expect(refusalIn(await sendAgain(report, test.run))).toMatchObject({
      message: "Start the automated report to make a test run",
    });
  });

  it("is refused until the run, and any other manual run, has ended", async () => {
    const report = await given();
    const { runId } = await ended(report, "failed");
    workspace.clock.advance(hour);
    const open = await ended(report);
    expect(refusalIn(await sendAgain(report, open.runId))).toMatchObject({
      code: "rule",
      message: expect.stringMatching(/hasn't ended yet/),
    });
    const stranger = await workspace.givenMerchant("stranger");
    expect((await sendAgain(stranger, open.runId)).status).toBe(404);
    expect((await sendAgain(report, runId)).envelope.ErrorMessage).toBeNull();
    expect(refusalIn(await sendAgain(report, runId))).toMatchObject({
      code: "rule",
      message: expect.stringMatching(/being sent again/),
    });
  });

  it("is refused while the report is paused, after its deletion, and for another shop", async () => {
    const report = await given();
    const { runId } = await ended(report, "failed");
    const stranger = await workspace.givenMerchant("stranger");
    expect((await sendAgain(stranger, runId)).status).toBe(404);
    expect((await sendAgain(report, "nothing")).status).toBe(404);
    await report.put({ ...(await report.read()), status: 1 });
    expect(refusalIn(await sendAgain(report, runId))).toMatchObject({
      message: expect.stringMatching(/is paused\. Start it/),
    });
    await report.call("POST", "automations/delete", report.id);
    expect((await sendAgain(report, runId)).status).toBe(404);
  });

  it("is limited per hour, together with 'Try now'", async () => {
    const report = await given();
    const { runId } = await ended(report, "failed");
    workspace.clock.advance(hour);
    await report.ledger.fail(await report.ledger.claim(), 1);
    expect((await tryNow(report)).status).toBe(200);
    for (let n = 1; n < hourlyBudgets.tests.amount; n += 1) {
      expect((await sendAgain(report, runId)).status).toBe(200);
      await report.ledger.run({
        type: "Settle",
        run: (await report.ledger.state()).byHand?.run ?? "",
        outcome: "empty",
      });
    }
    expect((await sendAgain(report, runId)).status).toBe(429);
    expect((await tryNow(report)).status).toBe(429);
  });
});
