import { describe, expect, it } from "vitest";
import { publish } from "#application/exports/publications.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { givenReport } from "#tests/support/delivering.ts";
import { exporterForTests, someOrders, tenant } from "#tests/support/exporter-for-tests.ts";
import { readLanes } from "../lanes.ts";
import { createChooseLaneJob } from "./choose-lane-job.ts";
import { createExpireJob } from "./expire-job.ts";
import { createExportJob } from "./export-job.ts";
import { createReactions } from "./reactions.ts";

const never = new AbortController().signal;

const heard = async (exporter: ReturnType<typeof exporterForTests>) => {
  const events = await exporter.deps.eventStore.readAll({ limit: 100 });
  const ours = events.filter(({ type }) => type === "ExportRequested" || type === "ExportFinished");
  await createReactions(exporter.deps.queue)(ours);
  await createReactions(exporter.deps.queue)(ours);
};

const laneOf = async (exporter: ReturnType<typeof exporterForTests>) => {
  await exporter.request("e1");
  await heard(exporter);
  const outcome = await createChooseLaneJob(exporter.deps)(await exporter.claim("choose-lane"), never);
  return { outcome, job: await exporter.claim() };
};

describe("a requested export", () => {
  it("is counted and put in the short lane once, even if its event is repeated", async () => {
    const exporter = exporterForTests(someOrders(12));
    const { outcome, job } = await laneOf(exporter);
    expect(outcome).toEqual({ kind: "done" });
    expect(job).toMatchObject({
      id: "export:e1",
      lane: "short",
      tenant,
      payload: { exportId: "e1", orders: 12 },
    });
    expect(job.payload.correlation).toBe("request-1");
    expect(await exporter.deps.queue.countOpen({ tenant, kinds: ["export", "choose-lane"] })).toMatchObject({
      waiting: 0,
    });
    expect(exporter.platform.counts).toBe(1);
  });

  it.each<[string, () => Promise<number>, string]>([
    ["2,000 orders: short", async () => 2_000, "short"],
    ["2,001 orders: long", async () => 2_001, "long"],
    ["no answer: long", () => Promise.reject(new PlatformError("unavailable", "No answer.")), "long"],
    ["an error of ours: long", () => Promise.reject(new TypeError("x")), "long"],
    [
      "refused for good: short, where it fails at once",
      () => Promise.reject(new PlatformError("access-denied", "No.")),
      "short",
    ],
  ])("gets its lane: %s", async (_, ordersCount, lane) => {
    const exporter = exporterForTests([]);
    exporter.platform.countOrders = ordersCount;
    expect((await laneOf(exporter)).job.lane).toBe(lane);
  });

  it("isn't counted if its orders are chosen", async () => {
    const exporter = exporterForTests(someOrders(12));
    await exporter.request("e1", { selectedOrderIds: ["5000", "4999"] });
    await heard(exporter);
    await createChooseLaneJob(exporter.deps)(await exporter.claim("choose-lane"), never);
    expect((await exporter.claim()).payload.orders).toBe(2);
    expect(exporter.platform.counts).toBe(0);
  });

  it.each([
    ["of an automated report waits until a minute after its period, when its last orders are found", true, 45_000],
    ["made manually doesn't wait, since its period ends at the request", false, 0],
  ])("%s", async (_, automated, waits) => {
    const exporter = exporterForTests(someOrders(3));
    const to = new Date(exporter.clock.now().getTime() - 15_000).toISOString();
    await exporter.request("e1", { filters: { range: 0, from: null, to } }, { automated });
    await heard(exporter);
    const choose = async () => createChooseLaneJob(exporter.deps)(await exporter.claim("choose-lane"), never);
    if (waits > 0) {
      expect(await choose()).toEqual({ kind: "put-down", delayMs: waits });
      expect(exporter.platform.counts).toBe(0);
      exporter.clock.advance(waits);
    }
    expect(await choose()).toEqual({ kind: "done" });
    expect(exporter.platform.counts).toBe(1);
  });

  it("gets no job if it was canceled in the meantime", async () => {
    const exporter = exporterForTests(someOrders(1));
    await exporter.request("e1");
    await heard(exporter);
    await exporter.send("e1", (context) => ({ type: "CancelExport", context }));
    await createChooseLaneJob(exporter.deps)(await exporter.claim("choose-lane"), never);
    await expect(exporter.claim()).rejects.toThrow(/no job/);
  });

  it("gets a new job if the queue was lost while it ran", async () => {
    const exporter = exporterForTests(someOrders(1));
    await exporter.request("e1");
    await exporter.send("e1", (context) => ({ type: "StartExport", worker: "killed", context }));
    await heard(exporter);
    await createChooseLaneJob(exporter.deps)(await exporter.claim("choose-lane"), never);
    expect(await exporter.claim()).toMatchObject({ id: "export:e1" });
  });

  it("gets its lane later if the process ends during the count", async () => {
    const exporter = exporterForTests(someOrders(1));
    const stopping = new AbortController();
    exporter.platform.countOrders = async () => {
      stopping.abort();
      throw new Error("aborted");
    };
    await exporter.request("e1");
    await heard(exporter);
    const outcome = await createChooseLaneJob(exporter.deps)(await exporter.claim("choose-lane"), stopping.signal);
    expect(outcome).toEqual({ kind: "put-down", delayMs: 0 });
    await expect(exporter.claim()).rejects.toThrow(/no job/);
  });
});

describe("the file of a finished export", () => {
  const finished = async () => {
    const exporter = exporterForTests(someOrders(3));
    await exporter.request("e1");
    await exporter.enqueue("e1");
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    await heard(exporter);
    return exporter;
  };

  it("is removed after seven days, which the export records, but the people in it are kept", async () => {
    const exporter = await finished();
    await expect(exporter.claim("expire-export")).rejects.toThrow(/no job/);
    exporter.clock.advance(7 * 24 * 3_600_000);
    const job = await exporter.claim("expire-export");
    expect(await createExpireJob(exporter.deps)(job, never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "expired" });
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.1.people"]);
    expect(await createExpireJob(exporter.deps)({ ...job, fence: job.fence + 1 }, never)).toEqual({ kind: "done" });
  });

  it("is kept if the clock jumps forward briefly, and removed if it stays forward for ten minutes", async () => {
    const exporter = await finished();
    const week = 7 * 24 * 3_600_000;
    const expire = createExpireJob(exporter.deps);
    exporter.clock.jump(week);
    const job = await exporter.claim("expire-export");
    expect(await expire(job, never)).toEqual({ kind: "put-down", delayMs: 600_000 });
    exporter.clock.jump(-week);
    exporter.clock.advance(600_000);
    expect(await expire(job, never)).toMatchObject({ kind: "put-down" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished" });
    exporter.clock.jump(week);
    expect(await expire(job, never)).toMatchObject({ kind: "put-down" });
    exporter.clock.advance(600_000);
    expect(await expire(job, never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "expired" });
  });

  it("is kept as the newest one of a public link until another replaces it", async () => {
    const exporter = await finished();
    const { runner, stateStore } = exporter.deps;
    const link = { kind: DestinationKind.PublicUrl, reportName: "Orders" } as const;
    const automationId = await givenReport({ runner, vault: createMemoryVault() }, tenant, link);
    const published = (exportId: string, until: string) =>
      publish(stateStore, "token", { tenant, automationId, runId: `of ${exportId}`, exportId, until, at: until });
    await published("e1", "2026-11-18T22:00:00.000Z");
    exporter.clock.advance(7 * 24 * 3_600_000);
    const expire = createExpireJob(exporter.deps);
    const job = await exporter.claim("expire-export");
    expect(await expire(job, never)).toEqual({ kind: "put-down", delayMs: 24 * 3_600_000 });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished" });
    await published("e2", "2026-11-19T22:00:00.000Z");
    expect(await expire(job, never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "expired" });
  });

  it("is kept as long as support has extended it, and removed once that is undone", async () => {
    const exporter = await finished();
    const keep = async (until: string) => {
      const state = await exporter.stateOf("e1");
      const seen = state.status === "finished" ? state.file.expiresAt : "";
      await exporter.send("e1", (context) => ({ type: "KeepFileUntil", seen, until, context }));
      return seen;
    };
    const ownTime = await keep("2026-12-20T00:00:00.000Z");
    exporter.clock.advance(8 * 24 * 3_600_000);
    const expire = createExpireJob(exporter.deps);
    const job = await exporter.claim("expire-export");
    expect(await expire(job, never)).toEqual({ kind: "put-down", delayMs: 3_600_000 });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished" });
    await keep(ownTime);
    expect(await expire(job, never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "expired" });
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.1.people"]);
  });

  it("is kept if its job runs too early", async () => {
    const exporter = await finished();
    const payload = { exportId: "e1", tenant, correlation: "c", causation: "x" };
    const early = {
      id: "expire-export:e1",
      kind: "expire-export",
      lane: "short",
      tenant,
      dueAt: new Date(0),
      payload,
    };
    expect(
      await createExpireJob(exporter.deps)({ ...early, fence: 1, enqueuedAt: early.dueAt, attempts: 1 }, never),
    ).toMatchObject({
      kind: "put-down",
    });
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.1.csv", "e1.1.people", "e1.1.rows"]);
  });

  it("is removed in time even if the queue was lost in the meantime", async () => {
    const exporter = await finished();
    exporter.clock.advance(7 * 24 * 3_600_000 - 60_000);
    const payload = { exportId: "e1", tenant, correlation: "c", causation: "x" };
    const row = {
      id: "expire-export:e1",
      kind: "expire-export",
      lane: "short",
      tenant,
      payload,
      fence: 1,
      attempts: 1,
    };
    const first = { ...row, dueAt: new Date(0), enqueuedAt: new Date(0) };
    expect(await createExpireJob(exporter.deps)(first, never)).toMatchObject({ kind: "put-down" });
    exporter.clock.advance(120_000);
    expect(await createExpireJob(exporter.deps)(first, never)).toEqual({ kind: "done" });
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.1.people"]);
  });
});

it("a worker takes its configured lanes, and both by default", () => {
  expect(readLanes(undefined)).toEqual(["short", "long"]);
  expect(readLanes("short")).toEqual(["short"]);
  expect(readLanes("short,long")).toEqual(["short", "long"]);
  expect(() => readLanes("fast")).toThrow(/EXPORTER_LANES/);
});
