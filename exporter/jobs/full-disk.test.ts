import { describe, expect, it } from "vitest";
import { holdLease } from "#application/jobs/hold-lease.ts";
import { runJobs } from "#application/jobs/run-jobs.ts";
import { StoreBusy, StoreFull, StoreUnwritable } from "#infra/ports/store-errors.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import { type ExporterForTests, requested, tenant } from "#tests/support/exporter-for-tests.ts";
import { until } from "#tests/support/until.ts";
import { Stopped } from "../attempt/stopped.ts";
import { createExportJob } from "./export-job.ts";
import { claimsOf, createHandlers } from "./handlers.ts";

const never = new AbortController().signal;
const full = () => new StoreFull("/data");

/** Runs the export's job after each rescheduling, once its pause is over, until it is done. */
const doUntilDone = async (exporter: ExporterForTests, most = 50): Promise<number> => {
  for (let times = 1; times <= most; times += 1) {
    const job = await exporter.claim();
    const outcome = await createExportJob(exporter.deps)(job, never);
    if (outcome.kind !== "put-down") return times;
    await exporter.deps.queue.reschedule(job, outcome.delayMs);
    exporter.clock.advance(outcome.delayMs);
  }
  throw new Error(`It was put down ${most} times.`);
};

/** A file store whose disk is full after this many bytes of each part while `isFull`. */
const fullAfter = (bytes: number, fileStore: FileStore, isFull: () => boolean): FileStore => ({
  ...fileStore,
  async createPart(name) {
    const part = await fileStore.createPart(name);
    let written = 0;
    return {
      ...part,
      async write(piece) {
        written += piece.byteLength;
        if (isFull() && written > bytes) throw full();
        await part.write(piece);
      },
    };
  },
});

describe("given no space on the disk, an export", () => {
  it("waits without recording an attempt, and is made once there is space", async () => {
    const exporter = await requested(5);
    let looks = 0;
    exporter.deps.fileStore.assertFreeSpace = async () => {
      looks += 1;
      if (looks <= 10) throw full();
    };
    expect(await doUntilDone(exporter)).toBe(11);
    expect(await exporter.eventsOf("e1")).toEqual(["ExportRequested", "ExportStarted", "ExportFinished"]);
  });

  it.each([
    [full(), "no-space", /^The server's disk is full, .* Run the report again later/],
    [new StoreUnwritable("/data", "EROFS"), "unwritable", /^The server's disk can't be written to, .* again later/],
  ])("fails after an hour with its own reason: %s", async (trouble, code, reason) => {
    const exporter = await requested(5);
    exporter.deps.fileStore.assertFreeSpace = () => Promise.reject(trouble);
    await doUntilDone(exporter, 500);
    expect(exporter.clock.now().toISOString()).toBe("2026-11-20T13:30:00.000Z");
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "failed",
      code,
      reason: expect.stringMatching(reason),
    });
    expect(await exporter.eventsOf("e1")).toEqual(["ExportRequested", "ExportFailed"]);
  });

  it("removes its part at once if it fills the disk, uses up no attempt, and is made once there is space", async () => {
    const exporter = await requested(2_000);
    let tries = 0;
    exporter.deps.fileStore = fullAfter(10_000, exporter.deps.fileStore, () => tries < 6);
    const left: number[] = [];
    exporter.deps.fileStore.assertFreeSpace = async () => {
      left.push((await exporter.deps.fileStore.listParts()).length);
      tries = left.length - 1;
    };
    expect(await doUntilDone(exporter)).toBe(7);
    expect(left).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const events = await exporter.eventsOf("e1");
    expect(events.filter((type) => type === "ExportHandedBack")).toHaveLength(6);
    expect(events.at(-1)).toBe("ExportFinished");
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.7.csv", "e1.7.people", "e1.7.rows"]);
  });

  it("fails with its reason after an hour if it never fits", async () => {
    const exporter = await requested(2_000);
    exporter.deps.fileStore = fullAfter(10_000, exporter.deps.fileStore, () => true);
    await doUntilDone(exporter);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "failed", code: "no-space" });
    expect(exporter.clock.now().getTime()).toBeGreaterThanOrEqual(Date.parse("2026-11-20T13:30:00Z"));
    expect(await exporter.nothingLeft()).toBe(true);
  });

  it("keeps its file and is recorded as finished once there is space for that", async () => {
    const exporter = await requested(5);
    const { eventStore } = exporter.deps;
    const append = eventStore.appendToStream;
    let refused = 0;
    eventStore.appendToStream = (stream, events, options) => {
      if (events.some(({ type }) => type === "ExportFinished") && refused < 2) {
        refused += 1;
        return Promise.reject(full());
      }
      return append(stream, events, options);
    };
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(refused).toBe(2);
    expect(await exporter.eventsOf("e1")).toEqual(["ExportRequested", "ExportStarted", "ExportFinished"]);
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.1.csv", "e1.1.people", "e1.1.rows"]);
  });
});

describe("given an unavailable store, an export", () => {
  it.each([
    ["has not", false],
    ["has", true],
  ])("is made once if its end %s been written, and finishes when the store is back", async (_what, isWritten) => {
    const exporter = await requested(5);
    const { eventStore } = exporter.deps;
    const append = eventStore.appendToStream;
    let unanswered = 0;
    eventStore.appendToStream = async (stream, events, options) => {
      if (events.some(({ type }) => type === "ExportFinished") && unanswered < 2) {
        unanswered += 1;
        if (isWritten) await append(stream, events, options);
        throw new StoreBusy("EventStoreDB at nowhere does not answer.");
      }
      return append(stream, events, options);
    };
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(unanswered).toBeGreaterThan(0);
    expect(exporter.platform.asked).toHaveLength(1);
    expect(await exporter.eventsOf("e1")).toEqual(["ExportRequested", "ExportStarted", "ExportFinished"]);
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.1.csv", "e1.1.people", "e1.1.rows"]);
  });

  it("stops trying to record its end if its process stops", async () => {
    const exporter = await requested(5);
    const stopping = new AbortController();
    const { eventStore } = exporter.deps;
    const append = eventStore.appendToStream;
    eventStore.appendToStream = (stream, events, options) => {
      if (!events.some(({ type }) => type === "ExportFinished")) return append(stream, events, options);
      stopping.abort(new Stopped("shutdown"));
      return Promise.reject(new StoreBusy("EventStoreDB at nowhere does not answer."));
    };
    await expect(createExportJob(exporter.deps)(await exporter.claim(), stopping.signal)).rejects.toThrow(StoreBusy);
  });
});

describe("given a queue that can't be written, a worker", () => {
  it("keeps the lease of its job for as long as it takes", async () => {
    const exporter = await requested(0);
    const job = await exporter.claim();
    let tries = 0;
    const ended = new AbortController();
    const queue = {
      ...exporter.deps.queue,
      extendLease: async () => {
        tries += 1;
        exporter.clock.advanceWall(60_000);
        throw full();
      },
    };
    const lost: string[] = [];
    const holding = holdLease({
      queue,
      job,
      clock: exporter.clock,
      signal: ended.signal,
      lost: () => lost.push("lost"),
      onFault: () => undefined,
      every: 5,
    });
    await until("it has tried for minutes", () => tries > 10);
    ended.abort();
    await holding;
    expect(lost).toEqual([]);
  });

  it("completes a job once there is space, and runs it only once", async () => {
    const exporter = await requested(3);
    const { deps } = exporter;
    const complete = deps.queue.complete;
    let refused = 0;
    deps.queue.complete = (job) => {
      refused += 1;
      return refused <= 2 ? Promise.reject(full()) : complete(job);
    };
    const stopping = new AbortController();
    const working = runJobs({
      ...deps,
      lanes: ["short"],
      claims: claimsOf(4),
      handlers: createHandlers(deps),
      signal: stopping.signal,
    });
    await until("the job is completed", async () => {
      const open = await deps.queue.countOpen({ tenant, kinds: ["export"] });
      return open.waiting + open.running === 0;
    });
    stopping.abort(new Stopped("shutdown"));
    await working;
    expect(exporter.platform.asked).toHaveLength(1);
    expect(await exporter.eventsOf("e1")).toEqual(["ExportRequested", "ExportStarted", "ExportFinished"]);
  });
});
