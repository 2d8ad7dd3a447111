import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { ledgerFor } from "#tests/support/given-ledger.ts";
import { fieldsIn, refusalIn, startWorkspace, type Workspace } from "./support.ts";

/** R-44, D-6: starting paused or suspended reports, and what is shown before and after. The shops are in Athens. */

const hour = 3_600_000;

let workspace: Workspace;
beforeEach(async () => {
  workspace = await startWorkspace();
  workspace.clock.advance(hour / 6);
});
afterEach(() => workspace.close());

/** An hourly report that was started at ten past twelve, UTC, and had its report of 13:00. */
const given = async (changes: object = {}) => {
  const one = await workspace.givenMerchant("starting");
  const design = (await one.call<{ id: string }>("POST", "reports/create-new")).data;
  const { id: report_filter_id } = await one.create();
  const made = (await one.call<AutomationOnWire>("POST", "automations/create-new", { report_filter_id })).data;
  const { id } = made;
  const put = (body: object) => one.call<AutomationOnWire>("PUT", "automations/update-automation", body);
  const saved = await put({ ...made, status: 0, schedule: 0, ...changes });
  expect(saved.envelope.ErrorMessage).toBe(null);
  const ledger = ledgerFor(workspace, one.tenant, id);
  const read = async () => (await one.call<AutomationOnWire>("GET", `automations/get-automation/${id}`)).data;
  return {
    ...one,
    id,
    design,
    put,
    ledger,
    read,
    start: (CatchUp: string, headers: Record<string, string> = {}) =>
      one.call<AutomationOnWire>("POST", "automations/start", { id, CatchUp }, headers),
    info: async () => (await one.call<AutomationInfo>("GET", `automations/automation-info/${id}`)).data,
    pause: async () => put({ ...(await read()), status: 1 }),
    ran: async () => {
      workspace.clock.advance(hour);
      await ledger.run({ type: "Settle", run: await ledger.claim(), outcome: "delivered" });
    },
    types: async () => (await workspace.eventStore.readStream(`automation-${id}`)).map(({ type }) => type),
    started: async () =>
      (await workspace.eventStore.readStream(`workspace-${one.tenant}`)).filter(
        ({ type }) => type === "AutomationStarted",
      ).length,
  };
};
const period = (from: string, to: string) => ({ From: `2026-11-20T${from}:00Z`, To: `2026-11-20T${to}:00Z` });

describe("a paused report", () => {
  it("describes the missed time, and starts no catch-up if nothing is chosen", async () => {
    const { ran, pause, start, info, ledger } = await given();
    await ran();
    await pause();
    workspace.clock.advance(3 * hour);
    expect((await info()).Skipped).toEqual({
      Count: 3,
      Period: period("13:00", "16:00"),
      Waiting: 0,
      MayHaveEach: true,
      One: [period("13:00", "16:00")],
      Each: 3,
    });
    const started = await start("nothing");
    expect(started.data).toMatchObject({ status: 0, next_execution: "2026-11-20T17:00:00Z" });
    expect((await ledger.state()).catchUps).toEqual([]);
    expect((await info()).Skipped).toBeNull();
  });

  it.each([
    ["one", [period("13:00", "16:00")]],
    ["each", [period("13:00", "14:00"), period("14:00", "15:00"), period("15:00", "16:00")]],
  ])("starts catch-ups for the choice %s", async (choice, periods) => {
    const { ran, pause, start, ledger } = await given();
    await ran();
    await pause();
    workspace.clock.advance(3 * hour);
    expect((await start(choice)).data.status).toBe(0);
    const made = (await ledger.state()).catchUps.map((one) => ({ From: one.period.from, To: one.period.to }));
    expect(made).toEqual(periods);
  });

  it("is started once by several windows and a repeated command", async () => {
    const { id, ran, pause, start, ledger, started } = await given();
    await ran();
    await pause();
    workspace.clock.advance(3 * hour);
    const again = { "x-command-id": randomUUID() };
    const all = await Promise.all([start("one", again), start("one", again), start("one"), start("each")]);
    expect(all.map(({ data }) => data?.status)).toEqual([0, 0, 0, 0]);
    // A merchant who changes the choice before it runs gets the new one, and no time is promised twice.
    const resumed = (await workspace.eventStore.readStream(`automation-${id}`)).filter(
      ({ type }) => type === "Resumed",
    );
    const choices = resumed.map(({ data }) => data.choice);
    expect(choices.length).toBeLessThanOrEqual(3);
    expect(choices.filter((choice, n) => choice === choices[n - 1])).toEqual([]);
    const { catchUps } = await ledger.state();
    const lengths = catchUps.map(({ period: { from, to } }) => Date.parse(to) - Date.parse(from));
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(3 * hour);
    expect(await started()).toBe(2);
  });

  it("is started by a repeated command after the first was killed between its two steps", async () => {
    const { ran, pause, start, ledger, started } = await given();
    await ran();
    await pause();
    workspace.clock.advance(3 * hour);
    const { execute } = workspace.runner;
    const again = { "x-command-id": randomUUID() };
    let hasResumed = false;
    workspace.runner.execute = (decider, ...rest) => {
      if (decider.category !== ledgerDecider.category && hasResumed)
        return Promise.reject(new Error("The process was killed."));
      hasResumed ||= decider.category === ledgerDecider.category;
      return execute(decider, ...rest);
    };
    expect((await start("each", again)).status).toBe(500);
    workspace.runner.execute = execute;
    expect([(await ledger.state()).catchUps.length, await started()]).toEqual([3, 1]);
    expect((await start("each", again)).data.status).toBe(0);
    expect([(await ledger.state()).catchUps.length, await started()]).toEqual([3, 2]);
  });

  it("is not started by a start repeated after a pause, nor paused by a pause repeated after a start", async () => {
    const { ran, pause, start, read, call, types } = await given();
    await ran();
    await pause();
    workspace.clock.advance(3 * hour);
    const started = { "x-command-id": randomUUID() };
    await start("each", started);
    await pause();
    const before = await types();
    expect((await start("each", started)).status).toBe(200);
    expect([(await read()).status, await types()]).toEqual([1, before]);
    await start("nothing");
    const paused = { "x-command-id": randomUUID() };
    const sent = { ...(await read()), status: 1 };
    const pauses = () => call("PUT", "automations/update-automation", sent, paused);
    await pauses();
    await start("nothing");
    expect([(await pauses()).status, (await read()).status]).toEqual([200, 0]);
  });

  it("is unchanged by a refused start, and is started by the same command after a fix", async () => {
    const { ran, pause, start, read, put, types } = await given({
      ReportDestination: { Destination: 3, PublicUrl: { ReportName: "Stock" } },
    });
    await ran();
    await pause();
    await put({ ...(await read()), ReportDestination: { Destination: 3, PublicUrl: { ReportName: "?" } } });
    workspace.clock.advance(3 * hour);
    const refused = { "x-command-id": randomUUID() };
    const before = await types();
    expect((await start("one", refused)).status).toBe(400);
    expect([(await read()).status, await types()]).toEqual([1, before]);
    await put({ ...(await read()), ReportDestination: { Destination: 3, PublicUrl: { ReportName: "Goods" } } });
    expect((await start("one", refused)).status).toBe(200);
    expect((await read()).status).toBe(0);
  });

  it("is in one consistent state after several windows start, pause and edit it at the same time", async () => {
    const { ran, pause, start, read, types, started, call, id, ledger } = await given();
    await ran();
    await pause();
    workspace.clock.advance(3 * hour);
    const { data: seen, headers } = await call<AutomationOnWire>("GET", `automations/get-automation/${id}`);
    const save = (changes: object) =>
      call("PUT", "automations/update-automation", { ...seen, ...changes }, { "if-match": headers.get("etag") ?? "" });
    const answers = await Promise.all([
      start("one"),
      save({ title: "Edited meanwhile" }),
      start("each"),
      save({ status: 0 }),
      save({ status: 1, export_empty_reports: !seen.export_empty_reports }),
      call("POST", "automations/test-automation/", id),
    ]);
    for (const { status } of answers.slice(0, 5)) expect([200, 409]).toContain(status);
    // Each start may choose again until one of them went through, and calls off what was chosen before: no time is
    // promised twice.
    expect((await types()).filter((type) => type === "Resumed").length).toBeLessThanOrEqual(3);
    const { retry, catchUps } = await ledger.state();
    const promised = [...catchUps, ...(retry ? [retry] : [])].map(({ period }) => period);
    promised.sort((one, other) => (one.from < other.from ? -1 : 1));
    for (const [n, { from }] of promised.entries()) expect(from >= (promised[n - 1]?.to ?? "")).toBe(true);
    const after = await read();
    expect(after.title).toBe("Edited meanwhile");
    const list = (await call<AutomationOnWire[]>("GET", "automations/get-automations")).data;
    expect(list.map(({ status }) => status)).toEqual([after.status]);
    expect([after.status, await started()]).toEqual([0, 2]);
    expect(after.export_empty_reports).toBe(!seen.export_empty_reports);
  });

  it("is tested once by a test command that is repeated, at once or later", async () => {
    const { ran, call, id, types } = await given();
    await ran();
    const again = { "x-command-id": randomUUID() };
    const test = () => call("POST", "automations/test-automation/", id, again);
    const answers = await Promise.all([test(), test(), test()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (let runs = 0; runs < 12; runs += 1) await ran();
    expect((await test()).status).toBe(200);
    expect((await types()).filter((type) => type === "ExtraRunClaimed")).toHaveLength(1);
  });

  it("is not started by an unknown choice", async () => {
    const { ran, pause, start, read } = await given();
    await ran();
    await pause();
    expect((await start("all")).status).toBe(400);
    expect((await read()).status).toBe(1);
  });
});

describe("a report with an erased destination", () => {
  it("is not started, and its ledger stays unchanged", async () => {
    const { ran, pause, start, tenant, types, read } = await given();
    await ran();
    await pause();
    for (const reference of await workspace.vault.findMatching(tenant, "pv:", () => true))
      await workspace.vault.erase(reference);
    workspace.clock.advance(3 * hour);
    const before = await types();
    const refused = await start("one");
    expect(refusalIn(refused)).toMatchObject({
      status: 400,
      message: "A value of the destination was erased. Enter it again, then start the automated report.",
    });
    expect(fieldsIn(refused)).toEqual(["ReportDestination"]);
    expect([await types(), (await read()).status]).toEqual([before, 1]);
  });

  it("is not restarted after a suspension, neither by a save nor by a start", async () => {
    const { ledger, tenant, types, read, put, start } = await given();
    workspace.clock.advance(hour);
    await ledger.suspend();
    for (const reference of await workspace.vault.findMatching(tenant, "pv:", () => true))
      await workspace.vault.erase(reference);
    expect((await put({ ...(await read()), status: 0 })).status).toBe(400);
    expect((await start("nothing")).status).toBe(400);
    expect(await types()).not.toContain("Resumed");
  });
});

describe("a suspended report", () => {
  it("shows the missed time, and retries it once as a whole", async () => {
    const { ran, start, ledger, info, read } = await given();
    await ran();
    workspace.clock.advance(hour);
    await ledger.suspend();
    workspace.clock.advance(2 * hour);
    expect(await info()).toMatchObject({
      Period: null,
      NextExecution: null,
      // The report that failed is in the one that follows.
      Skipped: { Count: 2, Period: period("14:00", "16:00"), One: [period("13:00", "16:00")], Each: 3 },
      NextSlots: [{ RunsAt: "2026-11-20T17:00:00Z", Period: period("16:00", "17:00") }, {}, {}, {}, {}],
    });
    expect((await start("nothing")).data.status).toBe(5);
    expect((await ledger.state()).retry?.period).toEqual({
      from: "2026-11-20T13:00:00Z",
      to: "2026-11-20T16:00:00Z",
    });
    expect((await read()).status).toBe(5);
  });
});

describe("the editor's view of a report", () => {
  it("shows its next slots with their periods, according to the saved schedule", async () => {
    const { info, ran, id, call } = await given();
    await ran();
    const { data } = await call<AutomationInfo>("GET", `automations/automation-info/${id}`);
    expect(data).toEqual({
      Period: period("13:00", "14:00"),
      NextExecution: "2026-11-20T14:00:00Z",
      IsSlowReport: false,
      PublicUrlIsPossible: false,
      PublicUrl: null,
      NextSlots: ["14", "15", "16", "17", "18"].map((at) => ({
        RunsAt: `2026-11-20T${at}:00:00Z`,
        Period: period(`${Number(at) - 1}:00`, `${at}:00`),
      })),
      Skipped: null,
      UnderWay: null,
      RetryAt: null,
      CanForgetHostKey: false,
    });
    expect((await info()).NextSlots).toHaveLength(5);
  });

  it("covers the 90 days before each slot when its date filter is off", async () => {
    const { info } = await given({ apply_date_filter: false, schedule: 5, custom_hour: 480, delay_automation: 2 });
    const { NextSlots, Period, NextExecution } = await info();
    expect(NextExecution).toBe("2026-11-21T08:00:00Z");
    expect(Period).toEqual({ From: "2026-08-23T05:00:00Z", To: "2026-11-21T06:00:00Z" });
    expect(NextSlots[0]).toEqual({ RunsAt: NextExecution, Period });
  });

  it("shows a running run, and the next try of a failed one", async () => {
    const { info, ledger } = await given();
    workspace.clock.advance(hour);
    const run = await ledger.claim();
    expect(await info()).toMatchObject({ UnderWay: { RunId: run, Cause: "slot" }, RetryAt: null });
    await ledger.fail(run, 1);
    expect((await info()).RetryAt).toBe("2026-11-20T13:11:00.000Z");
    const test = { cause: "test", slot: "2026-11-20T13:00:00Z", run: "test" } as const;
    const tested = { from: "2026-11-20T12:00:00Z", to: "2026-11-20T13:00:00Z" };
    await ledger.run({ type: "ClaimExtraRun", ...test, period: tested, ...ledger.facts });
    expect((await info()).UnderWay).toEqual({ RunId: "test", Cause: "test" });
  });

  it("asks nothing about catch-ups for a report that was never started, and shows its next slots", async () => {
    const one = await given();
    const made = (await one.call<AutomationOnWire>("POST", "automations/create-new")).data;
    workspace.clock.advance(14 * hour);
    const { data } = await one.call<AutomationInfo>("GET", `automations/automation-info/${made.id}`);
    expect(data).toMatchObject({ Skipped: null, NextExecution: null, Period: null });
    expect(data.NextSlots).toHaveLength(5);
  });

  it("shows the address of a public link, and whether it is possible", async () => {
    const { info } = await given({ ReportDestination: { Destination: 3, PublicUrl: { ReportName: "Stock" } } });
    const { PublicUrl, PublicUrlIsPossible } = await info();
    expect([PublicUrlIsPossible, PublicUrl]).toEqual([true, expect.stringMatching(/\/public\/[\w-]{43}\/Stock$/u)]);
  });

  it("is hidden from other shops", async () => {
    const { id } = await given();
    const stranger = await workspace.givenMerchant("stranger");
    expect((await stranger.call("GET", `automations/automation-info/${id}`)).status).toBe(404);
    expect((await stranger.call("POST", "automations/start", { id, CatchUp: "one" })).status).toBe(404);
  });
});
