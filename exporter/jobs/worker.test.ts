import { describe, expect, it } from "vitest";
import type { JobHandler } from "#application/jobs/job.ts";
import { runJobs } from "#application/jobs/run-jobs.ts";
import { StoreDamaged } from "#infra/ports/store-errors.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { brokerOver } from "#tests/support/broker-over.ts";
import { exporterForTests, someOrders, tenant } from "#tests/support/exporter-for-tests.ts";
import { until } from "#tests/support/until.ts";
import { Stopped } from "../attempt/stopped.ts";
import { createExportJob } from "./export-job.ts";
import { claimsOf, createHandlers } from "./handlers.ts";
import { createReactions, reactionGroup, reactionTypes } from "./reactions.ts";

/** Runs a worker, as the process does, until the returned function is called. */
const running = (
  exporter: ReturnType<typeof exporterForTests>,
  changes: { export?: JobHandler; lanes?: string[] } = {},
) => {
  const { deps } = exporter;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { bus, ended: relayed } = brokerOver(deps.eventStore, signal);
  const ended = Promise.all([
    relayed,
    bus.subscribe({ group: reactionGroup, types: reactionTypes }, createReactions(deps.queue), signal),
    runJobs({
      ...deps,
      lanes: changes.lanes ?? ["short", "long"],
      claims: claimsOf(4),
      handlers: { ...createHandlers(deps), ...(changes.export ? { export: { run: changes.export } } : {}) },
      signal,
    }),
  ]);
  return async () => {
    stopping.abort(new Stopped("shutdown"));
    await ended;
  };
};

describe("a worker", () => {
  it("ends with the error of a damaged store, and fails no export because of it", async () => {
    const exporter = exporterForTests(someOrders(1));
    await exporter.request("e1");
    const damage = new StoreDamaged("events.db is damaged.", { reason: "torn" });
    const { deps } = exporter;
    const reading = { ...deps.stateStore, get: () => Promise.reject(damage) };
    const stopping = new AbortController();
    const job = { kind: "export", lane: "short", tenant, dueAt: deps.clock.now() };
    await deps.queue.enqueue({
      ...job,
      id: "export:e1",
      payload: { exportId: "e1", tenant, correlation: "c", causation: "c" },
    });
    const work = runJobs({
      ...deps,
      lanes: ["short"],
      claims: claimsOf(4),
      handlers: { ...createHandlers(deps), export: { run: createExportJob({ ...deps, stateStore: reading }) } },
      signal: stopping.signal,
    });
    await expect(work).rejects.toBe(damage);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "running" });
  });

  it("turns requests into files", async () => {
    const exporter = exporterForTests(someOrders(25));
    const stop = running(exporter);
    for (const id of ["e1", "e2", "e3"]) await exporter.request(id);
    await until("all are finished", async () => (await exporter.deps.fileStore.list()).length === 9, {
      within: 10_000,
    });
    await until("the jobs are completed", async () => {
      const { waiting, running } = await exporter.deps.queue.countOpen({
        tenant,
        kinds: ["export", "choose-lane"],
      });
      return waiting + running === 0;
    });
    await stop();
    for (const id of ["e1", "e2", "e3"]) expect(await exporter.stateOf(id)).toMatchObject({ status: "finished" });
  });

  it("gives the running job back when it stops", async () => {
    const exporter = exporterForTests(someOrders(500));
    let reached = false;
    exporter.platform.beforePage = async (page, signal) => {
      if (page < 3) return;
      reached = true;
      await until("the worker is told to stop", () => signal.aborted);
    };
    const stop = running(exporter);
    await exporter.request("e1");
    await until("it is in the middle", () => reached);
    await stop();
    const job = await exporter.claim();
    expect(job).toMatchObject({ attempts: 1, fence: 2 });
    expect(await exporter.nothingLeft()).toBe(true);
  });

  it("repeats a job that failed by a bug, and continues with others", async () => {
    const exporter = exporterForTests(someOrders(3));
    const exporting = createExportJob(exporter.deps);
    let failed = false;
    const stop = running(exporter, {
      export: async (job, signal) => {
        if (job.id === "export:e1" && !failed) {
          failed = true;
          throw new Error("broken once");
        }
        return exporting(job, signal);
      },
    });
    await exporter.request("e1");
    await exporter.request("e2");
    await until("the other one is finished", async () => (await exporter.stateOf("e2")).status === "finished");
    exporter.clock.advanceWall(2_000);
    await until("it is finished as well", async () => (await exporter.stateOf("e1")).status === "finished");
    await stop();
  });

  it("carries out a cancel at once while the export waits for its next attempt", async () => {
    const exporter = exporterForTests(someOrders(3));
    exporter.platform.beforePage = () => {
      throw new PlatformError("unavailable", "The store does not answer.");
    };
    const stop = running(exporter);
    await exporter.request("e1");
    await until("the first attempt has failed", async () => {
      const open = await exporter.deps.queue.countOpen({ tenant, kinds: ["export"] });
      return open.waiting === 1 && exporter.platform.asked.length === 1;
    });
    await exporter.send("e1", (context) => ({ type: "CancelExport", context }));
    await until("it is canceled", async () => (await exporter.stateOf("e1")).status === "canceled");
    await stop();
  });

  it("carries out a cancel within a second if the attempt fails at the same time", async () => {
    const exporter = exporterForTests(someOrders(3));
    const { queue } = exporter.deps;
    const cancelLooks: number[] = [];
    const watching = {
      ...queue,
      reschedule: (...given: Parameters<typeof queue.reschedule>) => {
        if (given[0].kind === "cancel-export") cancelLooks.push(given[1]);
        return queue.reschedule(...given);
      },
      complete: (job: Parameters<typeof queue.complete>[0]) => {
        if (job.kind === "cancel-export") cancelLooks.push(0);
        return queue.complete(job);
      },
    };
    exporter.deps.queue = watching;
    // The cancel was checked while the worker had the export. Then the attempt fails before seeing it.
    exporter.platform.beforePage = async () => {
      await exporter.send("e1", (context) => ({ type: "CancelExport", context }));
      await until("the cancel was checked", () => cancelLooks.length > 0, { every: 1 });
      throw new PlatformError("unavailable", "The store does not answer.");
    };
    const stop = running(exporter);
    await exporter.request("e1");
    await until("the cancel was checked", () => cancelLooks.length > 0);
    expect(cancelLooks[0]).toBeLessThan(1_000);
    exporter.clock.advanceWall(900);
    await until("it is canceled", async () => (await exporter.stateOf("e1")).status === "canceled", { within: 5_000 });
    await stop();
    expect(await exporter.eventsOf("e1")).toEqual([
      "ExportRequested",
      "ExportStarted",
      "ExportCancelRequested",
      "ExportCanceled",
    ]);
  });

  it.each(["export", "choose-lane"])(
    "gives up an invalid job of kind %s, and shows the merchant that the export has failed",
    async (kind) => {
      const exporter = exporterForTests(someOrders(3));
      const { queue, clock } = exporter.deps;
      await exporter.request("e1");
      // The payload is invalid for an exporter.
      const job = { id: `${kind}:e1`, kind, lane: "short", tenant, dueAt: clock.now(), payload: {} };
      await queue.enqueue(job);
      exporter.deps.queue = {
        ...queue,
        waitForJobs: (timeout, signal) => queue.waitForJobs(Math.min(timeout, 5), signal),
      };
      const stop = running(exporter);
      await until("it is given up", async () => {
        exporter.clock.advanceWall(60_000);
        return (await queue.listDead(1)).length === 1;
      });
      await stop();
      expect(await queue.listDead(1)).toMatchObject([
        { id: job.id, attempts: 10, reason: expect.stringContaining("isn't valid for the exporter") },
      ]);
      expect(await exporter.stateOf("e1")).toMatchObject({
        status: "failed",
        code: "internal",
        reason: expect.stringMatching(/^Something went wrong on our side\. Run the report again/),
      });
    },
  );

  it("leaves long exports in the queue if it takes the short lane only", async () => {
    const exporter = exporterForTests(someOrders(3));
    exporter.platform.countOrders = async () => 2_001;
    const stop = running(exporter, { lanes: ["short"] });
    await exporter.request("e1");
    await until("it has its lane", async () => {
      const { waiting } = await exporter.deps.queue.countOpen({ tenant, kinds: ["export"] });
      return waiting === 1;
    });
    await stop();
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "requested" });
    expect((await exporter.claim()).lane).toBe("long");
  });
});
