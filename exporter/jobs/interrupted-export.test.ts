import { describe, expect, it } from "vitest";
import { LeaseLost } from "#application/jobs/job.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { PlatformError, type PlatformErrorCode } from "#infra/ports/store-platform.ts";
import { type ExporterForTests, exporterForTests, requested, someOrders } from "#tests/support/exporter-for-tests.ts";
import { until } from "#tests/support/until.ts";
import { Stopped } from "../attempt/stopped.ts";
import { createExportJob } from "./export-job.ts";

const never = new AbortController().signal;

/** Dependencies of an exporter with a hook around the publishing of a file. */
const publishing = (
  { deps }: ExporterForTests,
  around: (publish: () => Promise<void>) => Promise<void>,
): ExporterForTests["deps"] => ({
  ...deps,
  fileStore: {
    ...deps.fileStore,
    createPart: async (name) => {
      const part = await deps.fileStore.createPart(name);
      return { ...part, publish: (key) => around(() => part.publish(key)) };
    },
  },
});

describe("a worker that is killed", () => {
  it("is replaced by another one, whose file counts", async () => {
    const exporter = await requested(30);
    await exporter.claim();
    await exporter.send("e1", (context) => ({ type: "StartExport", worker: "killed", context }));
    await (await exporter.deps.fileStore.createPart("e1.1.part")).write(Buffer.from("half a fi"));
    exporter.clock.advanceWall(30_001);

    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.eventsOf("e1")).toEqual([
      "ExportRequested",
      "ExportStarted",
      "ExportStarted",
      "ExportFinished",
    ]);
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.2.csv", "e1.2.people", "e1.2.rows"]);
  });

  it("between publishing its file and recording the end leaves no second file", async () => {
    const exporter = await requested(3);
    await exporter.claim();
    await exporter.send("e1", (context) => ({ type: "StartExport", worker: "killed", context }));
    await (await exporter.deps.fileStore.createPart("e1.1.part")).publish("e1.1.csv");
    exporter.clock.advanceWall(30_001);
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.2.csv", "e1.2.people", "e1.2.rows"]);
  });

  it("fails the export with an explanation the third time", async () => {
    const exporter = await requested(3);
    for (let n = 0; n < 3; n += 1) {
      await exporter.send("e1", (context) => ({ type: "StartExport", worker: "killed", context }));
    }
    const warned: object[] = [];
    const log = { ...exporter.deps.log, warn: (fields: object) => void warned.push(fields) };
    expect(await createExportJob({ ...exporter.deps, log })(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "failed", code: "attempts-lost" });
    expect(warned).toContainEqual({ exportId: "e1", code: "attempts-lost" });
    expect(exporter.platform.asked).toEqual([]);
  });

  it("doesn't repeat an export that has finished", async () => {
    const exporter = await requested(3);
    const job = await exporter.claim();
    await createExportJob(exporter.deps)(job, never);
    exporter.clock.advanceWall(30_001);
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.eventsOf("e1")).toEqual(["ExportRequested", "ExportStarted", "ExportFinished"]);
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.1.csv", "e1.1.people", "e1.1.rows"]);
  });
});

describe("a lost queue, whose claims are counted from one again", () => {
  const loseQueue = async (exporter: ExporterForTests) => {
    exporter.deps.queue = createMemoryWorkQueue(exporter.clock);
    exporter.platform.beforePage = undefined;
    await exporter.enqueue("e1");
  };

  it("still makes the export after a restart", async () => {
    const exporter = await requested(50);
    const stopping = new AbortController();
    exporter.platform.beforePage = (page) => {
      if (page === 2) stopping.abort(new Stopped("shutdown"));
    };
    await createExportJob(exporter.deps)(await exporter.claim(), stopping.signal);
    await loseQueue(exporter);
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", attempt: 2 });
  });

  it("still makes the export after two workers were killed", async () => {
    const exporter = await requested(50);
    for (let n = 0; n < 2; n += 1) {
      const killed = new AbortController();
      exporter.platform.beforePage = (page) => {
        if (page === 2) killed.abort(new LeaseLost());
      };
      await createExportJob(exporter.deps)(await exporter.claim(), killed.signal);
      exporter.clock.advanceWall(30_001);
    }
    await loseQueue(exporter);
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", attempt: 3 });
  });

  it("lost with the newest events leaves unknown parts, which use up no attempt", async () => {
    const exporter = await requested(3);
    for (const name of ["e1.1.part", "e1.1.peoplepart"])
      await (await exporter.deps.fileStore.createPart(name)).write(Buffer.from("half a fi"));
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", attempt: 1 });
    expect(await exporter.fileOf("e1.1.csv")).not.toMatch(/half a fi/);
  });
});

describe("two workers on one export", () => {
  it("publish one file: the one that is overtaken last deletes its own", async () => {
    const exporter = await requested(20);
    const { fileStore } = exporter.deps;
    const slow = publishing(exporter, async (publish) => {
      exporter.clock.advanceWall(30_001);
      await createExportJob(exporter.deps)(await exporter.claim(), never);
      await publish();
    });
    expect(await createExportJob(slow)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", file: { fileKey: "e1.2.csv" } });
    expect(await fileStore.list()).toEqual(["e1.2.csv", "e1.2.people", "e1.2.rows"]);
  });

  it("leave no part of the one that is overtaken while reading", async () => {
    const exporter = await requested(50);
    exporter.platform.beforePage = async (page, signal) => {
      if (page !== 3) return;
      await exporter.send("e1", (context) => ({ type: "StartExport", worker: "worker-2", context }));
      await until("the first worker sees it", () => signal.aborted);
    };
    // The job belongs to another worker by now. Otherwise the export would still need it.
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({
      kind: "again",
      delayMs: 5_000,
    });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "running", attempt: 2 });
    expect(await exporter.nothingLeft()).toBe(true);
  });
});

describe("a worker that loses its lease while its process lives", () => {
  /** Aborts the job's signal in the middle of the file, as if the lease could not be extended in time. */
  const loseLease = async (exporter: ExporterForTests) => {
    const lease = new AbortController();
    exporter.platform.beforePage = (page) => {
      if (page === 2) lease.abort(new LeaseLost());
    };
    const outcome = await createExportJob(exporter.deps)(await exporter.claim(), lease.signal);
    exporter.platform.beforePage = undefined;
    exporter.clock.advanceWall(30_001);
    return outcome;
  };

  it("uses up no attempt: the export is made by the fourth one", async () => {
    const exporter = await requested(50);
    for (let n = 0; n < 3; n += 1) expect(await loseLease(exporter)).toEqual({ kind: "gone" });
    expect(await exporter.nothingLeft()).toBe(true);
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", attempt: 4 });
  });

  it("records the loss even if another worker has begun, whose attempt continues", async () => {
    const exporter = await requested(50);
    const overtakeIn = (page: number) => async (seen: number, signal: AbortSignal) => {
      if (seen !== page || signal.aborted) return;
      exporter.platform.beforePage = undefined;
      await exporter.send("e1", (context) => ({ type: "StartExport", worker: "worker-2", context }));
      await until("the first worker sees it", () => signal.aborted);
    };
    for (let n = 0; n < 2; n += 1) {
      exporter.platform.beforePage = overtakeIn(2);
      await createExportJob(exporter.deps)(await exporter.claim(), never);
      exporter.clock.advanceWall(30_001);
    }
    expect(await exporter.eventsOf("e1")).toEqual([
      "ExportRequested",
      ...["ExportStarted", "ExportStarted", "ExportLeaseLost"],
      ...["ExportStarted", "ExportStarted", "ExportLeaseLost"],
    ]);
    // Two of the four were lost with their process. An earlier attempt's event does not end the current one.
    exporter.platform.beforePage = async (page) => {
      if (page === 2) await exporter.send("e1", (context) => ({ type: "NoteLeaseLost", attempt: 3, context }));
    };
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", attempt: 5 });
  });

  it("records the loss once the store is no longer busy", async () => {
    const exporter = await requested(50);
    const { eventStore } = exporter.deps;
    const append = eventStore.appendToStream;
    let refused = 0;
    eventStore.appendToStream = (stream, events, options) => {
      if (!events.some(({ type }) => type === "ExportLeaseLost") || refused > 1) return append(stream, events, options);
      refused += 1;
      return Promise.reject(new StoreBusy("events.db is locked by other writers."));
    };
    await loseLease(exporter);
    expect(await exporter.eventsOf("e1")).toEqual(["ExportRequested", "ExportStarted", "ExportLeaseLost"]);
  });

  it("fails the export with the real cause after five times", async () => {
    const exporter = await requested(50);
    for (let n = 0; n < 5; n += 1) await loseLease(exporter);
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "failed",
      code: "attempts-lost",
      reason: "This report was interrupted 5 times because the server was too busy. Run it again later.",
    });
  });

  it("keeps no file if it learns of the loss at its end", async () => {
    const exporter = await requested(20);
    let isOvertaken = false;
    const slow = publishing(exporter, async (publish) => {
      if (!isOvertaken) await exporter.send("e1", (context) => ({ type: "StartExport", worker: "worker-2", context }));
      isOvertaken = true;
      await publish();
    });
    await createExportJob(slow)(await exporter.claim(), never);
    expect(await exporter.nothingLeft()).toBe(true);
    expect((await exporter.eventsOf("e1")).at(-1)).toBe("ExportLeaseLost");
  });
});

describe("a store that is too busy", () => {
  it("uses up no attempt, however often it happens", async () => {
    const exporter = await requested(50);
    for (let n = 0; n < 4; n += 1) {
      exporter.platform.beforePage = () => {
        throw new StoreBusy("state.db is locked by other writers.");
      };
      const job = await exporter.claim();
      const outcome = await createExportJob(exporter.deps)(job, never);
      if (outcome.kind !== "put-down") throw new Error(`It was ${outcome.kind}.`);
      await exporter.deps.queue.reschedule(job, outcome.delayMs);
      exporter.clock.advance(outcome.delayMs);
    }
    exporter.platform.beforePage = undefined;
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished" });
  });
});

describe("a cancel", () => {
  const cancel = (exporter: ExporterForTests) => exporter.send("e1", (context) => ({ type: "CancelExport", context }));

  it("reaches the worker through the export's stream, and the worker stops and confirms it", async () => {
    const exporter = await requested(50);
    exporter.platform.beforePage = async (page, signal) => {
      if (page !== 2) return;
      await cancel(exporter);
      await until("the worker sees the cancel", () => signal.aborted);
    };
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "canceled" });
    expect(await exporter.nothingLeft()).toBe(true);
    expect(await exporter.deps.stateStore.get("progress:e1")).toBeUndefined();
  });

  it("still takes effect if the file already exists", async () => {
    const exporter = await requested(3);
    const late = publishing(exporter, async (publish) => {
      await publish();
      await cancel(exporter);
    });
    await createExportJob(late)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "canceled" });
    expect(await exporter.nothingLeft()).toBe(true);
  });

  it("is carried out by the next worker if the export's worker died", async () => {
    const exporter = await requested(3);
    await exporter.send("e1", (context) => ({ type: "StartExport", worker: "killed", context }));
    await cancel(exporter);
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "canceled" });
    expect(exporter.platform.asked).toEqual([]);
  });
});

describe("a shutdown", () => {
  it("stops the attempt and gives the job back at once", async () => {
    const exporter = await requested(50);
    const stopping = new AbortController();
    exporter.platform.beforePage = (page) => {
      if (page === 2) stopping.abort(new Stopped("shutdown"));
    };
    const outcome = await createExportJob(exporter.deps)(await exporter.claim(), stopping.signal);
    expect(outcome).toEqual({ kind: "put-down", delayMs: 0 });
    expect(await exporter.nothingLeft()).toBe(true);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "requested", attempt: 1 });
  });

  it("never uses up an export's attempts, however often it happens", async () => {
    const exporter = await requested(50);
    for (let restarts = 0; restarts < 5; restarts += 1) {
      const stopping = new AbortController();
      exporter.platform.beforePage = (page) => {
        if (page === 2) stopping.abort(new Stopped("shutdown"));
      };
      const job = await exporter.claim();
      const outcome = await createExportJob(exporter.deps)(job, stopping.signal);
      expect(outcome).toEqual({ kind: "put-down", delayMs: 0 });
      await exporter.deps.queue.reschedule(job, 0);
    }
    // Nor does it use up the tries after temporary platform faults.
    let failed = false;
    exporter.platform.beforePage = () => {
      if (failed) return;
      failed = true;
      throw new PlatformError("unavailable", "The store does not answer.");
    };
    const job = await exporter.claim();
    expect(await createExportJob(exporter.deps)(job, never)).toEqual({ kind: "again", delayMs: 5_000 });
    await exporter.deps.queue.scheduleRetry(job, 0);
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", attempt: 7 });
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.7.csv", "e1.7.people", "e1.7.rows"]);
  });

  it("differs from a lost lease, after which the job isn't given back", async () => {
    const exporter = await requested(50);
    const lease = new AbortController();
    exporter.platform.beforePage = (page) => {
      if (page === 2) lease.abort(new LeaseLost());
    };
    expect(await createExportJob(exporter.deps)(await exporter.claim(), lease.signal)).toEqual({ kind: "gone" });
  });
});

describe("a store platform that fails", () => {
  it.each<[PlatformErrorCode, string]>([
    ["reconnect-needed", "reconnect-needed"],
    ["access-denied", "access-denied"],
    ["shop-unavailable", "shop-unavailable"],
    ["search-refused", "search-refused"],
    ["unexpected-answer", "unexpected-answer"],
  ])("ends the export with the platform's message on %s", async (code, told) => {
    const exporter = await requested(30);
    exporter.platform.beforePage = (page) => {
      if (page === 2) throw new PlatformError(code, "Please log in again.", "for the log");
    };
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "failed",
      code: told,
      reason: "Please log in again.",
    });
    expect(await exporter.nothingLeft()).toBe(true);
  });

  it("is retried twice after a temporary fault before the export fails", async () => {
    const exporter = await requested(30);
    exporter.platform.beforePage = () => {
      throw new PlatformError("unavailable", "The store does not answer.");
    };
    const outcomes = [];
    for (let n = 0; n < 3; n += 1) {
      outcomes.push(await createExportJob(exporter.deps)(await exporter.claim(), never));
      exporter.clock.advanceWall(30_001);
    }
    expect(outcomes).toEqual([{ kind: "again", delayMs: 5_000 }, { kind: "again", delayMs: 20_000 }, { kind: "done" }]);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "failed", code: "platform-unavailable", attempt: 3 });
  });

  it("doesn't change the file if the fault is temporary", async () => {
    const exporter = await requested(30);
    const undisturbed = await requested(30);
    let failed = false;
    exporter.platform.beforePage = (page) => {
      if (failed || page < 3) return;
      failed = true;
      throw new PlatformError("unavailable", "The store does not answer.");
    };
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    exporter.clock.advanceWall(30_001);
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    await createExportJob(undisturbed.deps)(await undisturbed.claim(), never);
    expect(await exporter.fileOf("e1.2.csv")).toBe(await undisturbed.fileOf("e1.1.csv"));
  });

  it("ends the export on an invalid amount, instead of guessing", async () => {
    const orders = someOrders(3);
    const broken = { ...orders[0], lineItems: [{ id: "1", originalTotalSet: { shopMoney: { amount: "a lot" } } }] };
    const exporter = exporterForTests([broken]);
    await exporter.request("e1");
    await exporter.enqueue("e1");
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "failed", code: "unexpected-answer" });
  });
});
