import { describe, expect, it } from "vitest";
import { createMemoryBus } from "#infra/memory/message-bus.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { exporterForTests, someOrders, tenant } from "#tests/support/exporter-for-tests.ts";
import { until } from "#tests/support/until.ts";
import { Stopped } from "../attempt/stopped.ts";
import { createCancelJob } from "./cancel-job.ts";
import { createExpireJob } from "./expire-job.ts";
import { createExportJob } from "./export-job.ts";
import type { JobHandler } from "./job.ts";
import { createReactions, reactionGroup, reactionTypes } from "./reactions.ts";
import { createSortJob } from "./sort-job.ts";
import { runWorker } from "./worker.ts";

/** Runs a worker, as the process does, until the returned function is called. */
const running = (
  exporter: ReturnType<typeof exporterForTests>,
  changes: { export?: JobHandler; lanes?: string[] } = {},
) => {
  const { parts } = exporter;
  const stopping = new AbortController();
  const { signal } = stopping;
  const bus = createMemoryBus({ eventStore: parts.eventStore });
  const ended = Promise.all([
    bus.subscribe({ group: reactionGroup, types: reactionTypes }, createReactions(parts.queue), signal),
    runWorker({
      ...parts,
      lanes: changes.lanes ?? ["short", "long"],
      handlers: {
        "sort-export": createSortJob(parts),
        export: changes.export ?? createExportJob(parts),
        "expire-export": createExpireJob(parts),
        "cancel-export": createCancelJob(parts),
      },
      signal,
    }),
  ]);
  return async () => {
    stopping.abort(new Stopped("shutdown"));
    await ended;
  };
};

describe("a worker", () => {
  it("turns what was requested into files, one after the other", async () => {
    const exporter = exporterForTests(someOrders(25));
    const stop = running(exporter);
    for (const id of ["e1", "e2", "e3"]) await exporter.request(id);
    await until("all are finished", async () => (await exporter.parts.fileStore.list()).length === 3, {
      within: 10_000,
    });
    await until("the jobs are completed", async () => {
      const { waiting, running } = await exporter.parts.queue.countOpen({
        shop: tenant,
        kinds: ["export", "sort-export"],
      });
      return waiting + running === 0;
    });
    await stop();
    for (const id of ["e1", "e2", "e3"]) expect(await exporter.stateOf(id)).toMatchObject({ status: "finished" });
  });

  it("gives the running job back when it is told to stop", async () => {
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
    expect(job).toMatchObject({ attempts: 2, fence: 2 });
    expect(await exporter.nothingLeft()).toBe(true);
  });

  it("does a job again that failed by a fault of ours, and goes on with others", async () => {
    const exporter = exporterForTests(someOrders(3));
    const exporting = createExportJob(exporter.parts);
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
      const open = await exporter.parts.queue.countOpen({ shop: tenant, kinds: ["export"] });
      return open.waiting === 1 && exporter.platform.asked.length === 1;
    });
    await exporter.send("e1", (context) => ({ type: "CancelExport", context }));
    await until("it is canceled", async () => (await exporter.stateOf("e1")).status === "canceled");
    await stop();
  });

  it("of the short lane leaves long exports alone", async () => {
    const exporter = exporterForTests(someOrders(3));
    exporter.platform.ordersCount = async () => 2_001;
    const stop = running(exporter, { lanes: ["short"] });
    await exporter.request("e1");
    await until("it is sorted", async () => {
      const { waiting } = await exporter.parts.queue.countOpen({ shop: tenant, kinds: ["export"] });
      return waiting === 1;
    });
    await stop();
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "requested" });
    expect((await exporter.claim()).lane).toBe("long");
  });
});
