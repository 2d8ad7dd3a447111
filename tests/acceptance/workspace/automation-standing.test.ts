import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AutomationStatus } from "#domain/enumerations.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { ledgerFor } from "#tests/support/given-ledger.ts";
import { refusalIn, startWorkspace, type Workspace } from "./support.ts";

/** S-2.3.8, S-2.4, D-6: the status of an automated report, and the effect of the status in a save. The shops are in Athens. */

const { Active, Paused, Expired, Suspended, ActiveRetry, SuspendedRetry } = AutomationStatus;
const hour = 3_600_000;

let workspace: Workspace;
beforeEach(async () => {
  workspace = await startWorkspace();
  workspace.clock.advance(hour / 6);
});
afterEach(() => workspace.close());

let shops = 0;
/** A started report, hourly by default, at 12:10 UTC for the first test. */
const given = async (changes: object = {}) => {
  shops += 1;
  const one = await workspace.givenMerchant(`standing-${shops}`);
  const read = async () => {
    const { data, headers } = await one.call<AutomationOnWire>("GET", `automations/get-automation/${id}`);
    return { data, etag: headers.get("etag") ?? "" };
  };
  const put = (automation: object, etag?: string, headers: Record<string, string> = {}) =>
    one.call<AutomationOnWire>("PUT", "automations/update-automation", automation, {
      ...(etag === undefined ? {} : { "if-match": etag }),
      ...headers,
    });
  await one.call("POST", "reports/create-new");
  const { id: report_filter_id } = await one.create();
  const made = (await one.call<AutomationOnWire>("POST", "automations/create-new", { report_filter_id })).data;
  const { id } = made;
  const started = await put({ ...made, status: 0, schedule: 0, ...changes });
  expect(started.envelope.ErrorMessage).toBe(null);
  const ledger = ledgerFor(workspace, one.tenant, id);
  const events = async () => {
    const streams = [`automation-${id}`, `workspace-${one.tenant}`];
    const all = await Promise.all(streams.map((stream) => workspace.eventStore.readStream(stream)));
    return all.flat().map(({ type }) => type);
  };
  const list = async () => (await one.call<AutomationOnWire[]>("GET", "automations/get-automations")).data[0];
  return { ...one, id, started, read, put, ledger, events, list };
};

describe("the next execution", () => {
  it("is the next slot plus its delay, and the one after it once that is claimed", async () => {
    const { started, read, ledger, list } = await given();
    expect(started.data).toMatchObject({ status: Active, next_execution: "2026-11-20T13:00:00Z" });
    expect((await read()).data).toEqual(started.data);
    workspace.clock.advance(hour);
    const run = await ledger.claim();
    expect((await read()).data.next_execution).toBe("2026-11-20T14:00:00Z");
    await ledger.run({ type: "Settle", run, outcome: "delivered" });
    const { data, etag } = await read();
    expect(data).toMatchObject({ status: Active, next_execution: "2026-11-20T14:00:00Z" });
    expect(await list()).toMatchObject(data);
    expect(etag).toMatch(/^"\d+-0"$/u);
  });

  it.each([
    ["is on a future start day", { schedule: 5, starts_from: "2026-12-24" }, "2026-12-23T22:01:00Z"],
    ["includes the delay", { schedule: 5, delay_automation: 8 }, "2026-11-21T06:01:00Z"],
    ["is null after the end date", { schedule: 8, ends_to: "2026-11-25" }, null],
    ["is null for a paused report", { status: 1 }, null],
  ])("%s", async (_name, changes, expected) => {
    const { started, read } = await given(changes);
    expect([started.data.next_execution, (await read()).data.next_execution]).toEqual([expected, expected]);
  });

  it("is null once the report is paused, and follows a new schedule at once", async () => {
    const { read, put } = await given();
    const seen = await read();
    const saved = await put({ ...seen.data, schedule: 5 }, seen.etag);
    expect(saved.data.next_execution).toBe("2026-11-20T22:01:00Z");
    const paused = await put({ ...saved.data, status: 1 }, saved.headers.get("etag") ?? "");
    expect(paused.data).toMatchObject({ status: Paused, next_execution: null });
  });
});

describe("failures", () => {
  it("are counted and shown until a report is delivered", async () => {
    const { read, ledger, list } = await given();
    workspace.clock.advance(hour);
    const run = await ledger.claim();
    await ledger.fail(run, 1);
    await ledger.fail(run, 2);
    const failing = {
      status: ActiveRetry,
      failed_tries: 2,
      failed_reason: "The server refused the password.",
      next_execution: "2026-11-20T14:00:00Z",
    };
    expect((await read()).data).toMatchObject(failing);
    expect(await list()).toMatchObject(failing);
    await ledger.run({ type: "Settle", run, outcome: "delivered" });
    expect((await read()).data).toMatchObject({ status: Active, failed_tries: 0, failed_reason: null });
  });

  it("suspend the report at the fifth", async () => {
    const { read, ledger } = await given();
    workspace.clock.advance(hour);
    await ledger.suspend();
    expect((await read()).data).toMatchObject({ status: Suspended, failed_tries: 5, next_execution: null });
  });
});

describe("a report that has ended", () => {
  it("is expired until its end date changes", async () => {
    const { read, put, ledger } = await given({ ends_to: "2026-11-20" });
    await ledger.run({ type: "Expire", endsTo: "2026-11-20", past: null });
    expect((await read()).data).toMatchObject({ status: Expired });
    const moved = await put({ ...(await read()).data, ends_to: "2026-11-30" });
    expect(moved.data).toMatchObject({ status: Active, next_execution: "2026-11-20T13:00:00Z" });
  });
});

describe("the status sent with a save", () => {
  it("doesn't restart a report if it repeats Active from before a suspension", async () => {
    const { read, put, ledger, events } = await given();
    const seen = await read();
    workspace.clock.advance(hour);
    await ledger.suspend();
    const saved = await put({ ...seen.data, title: "Typed" }, seen.etag);
    expect(saved.data).toMatchObject({ title: "Typed", status: Suspended });
    expect(saved.headers.get("etag")).toMatch(/-3"$/u);
    expect(await events()).not.toContain("Resumed");
  });

  it("restarts a suspended report once, with one retry of all the missed time", async () => {
    const { read, put, ledger, events } = await given();
    workspace.clock.advance(hour);
    await ledger.suspend();
    workspace.clock.advance(2 * hour);
    const seen = await read();
    const again = { "x-command-id": randomUUID() };
    const [first] = await Promise.all([
      put({ ...seen.data, status: 0 }, seen.etag, again),
      put({ ...seen.data, status: 0 }, seen.etag, again),
      put({ ...seen.data, status: 0 }, seen.etag),
    ]);
    expect(first.data).toMatchObject({ status: SuspendedRetry, failed_tries: 5, next_execution: null });
    expect((await events()).filter((type) => type === "Resumed")).toHaveLength(1);
    expect((await events()).filter((type) => type === "AutomationStarted")).toHaveLength(1);
    const state = await ledger.state();
    expect(state.retry?.period).toEqual({ from: "2026-11-20T12:00:00Z", to: "2026-11-20T15:00:00Z" });
  });

  it("is compared with the stored status if the save has no version", async () => {
    const { read, put, ledger } = await given();
    workspace.clock.advance(hour);
    await ledger.suspend();
    const { data, etag } = await read();
    const plain = `"${Number.parseInt(etag.slice(1), 10)}"`;
    expect((await put(data)).data.status).toBe(Suspended);
    expect((await put(data, plain)).data.status).toBe(Suspended);
    expect((await put({ ...data, status: 1 }, plain)).data.status).toBe(Paused);
    expect((await put({ ...data, status: 0 })).data.status).toBe(SuspendedRetry);
  });

  it("starts a paused report, and skips the time that passed", async () => {
    const { read, put, ledger } = await given();
    await put({ ...(await read()).data, status: 1 });
    workspace.clock.advance(3 * hour);
    const back = await put({ ...(await read()).data, status: 0 });
    expect(back.data).toMatchObject({ status: Active, next_execution: "2026-11-20T16:00:00Z" });
    const { last, catchUps } = await ledger.state();
    expect([last, catchUps]).toEqual(["2026-11-20T15:00:00Z", []]);
  });

  it("doesn't restart an incomplete report", async () => {
    const { read, put, ledger, events } = await given();
    workspace.clock.advance(hour);
    await ledger.suspend();
    const { data, etag } = await read();
    const Email = { ...data.ReportDestination.Email, ToMail: "" };
    const ReportDestination = { ...data.ReportDestination, Email };
    const refused = await put({ ...data, status: 0, ReportDestination }, etag);
    expect(refusalIn(refused)).toMatchObject({ status: 400, message: "Enter at least one e-mail address." });
    expect(await events()).not.toContain("Resumed");
  });
});
