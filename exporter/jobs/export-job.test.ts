import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { FileType, Grouping } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { LeaseLost } from "#infra/app/jobs/job.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import { PlatformError, type PlatformErrorCode } from "#infra/ports/store-platform.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { until } from "#tests/support/until.ts";
import { Stopped } from "../attempt/stopped.ts";
import { createExportJob } from "./export-job.ts";

const never = new AbortController().signal;

const requested = async (count: number, changes: Partial<FrozenInput> = {}) => {
  const exporter = exporterForTests(someOrders(count));
  await exporter.request("e1", changes);
  await exporter.enqueue("e1");
  return exporter;
};

describe("an export that nothing disturbs", () => {
  it("becomes a file with a row per order line, newest order first", async () => {
    const exporter = await requested(5);
    const outcome = await createExportJob(exporter.deps)(await exporter.claim(), never);

    expect(outcome).toEqual({ kind: "done" });
    expect(await exporter.fileOf("e1.1.csv")).toBe(
      `\ufeff${[
        "Order number,Order date,Product title,Total price",
        "#5000,2026/11/20 14:00,Thing 1 of 5000,2.5",
        "#4999,2026/11/20 13:59,Thing 1 of 4999,2.5",
        "#4998,2026/11/20 13:58,Thing 1 of 4998,2.5",
        "#4996,2026/11/20 13:56,Thing 1 of 4996,2.5",
        "#4996,2026/11/20 13:56,Thing 2 of 4996,5",
      ].join("\r\n")}\r\n`,
    );
  });

  it("says of its file what is true, and keeps it for seven days", async () => {
    const exporter = await requested(25);
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    const file = await exporter.fileOf("e1.1.csv");
    const hash = createHash("sha256").update(file).digest("hex");
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "finished",
      file: {
        attempt: 1,
        fileKey: "e1.1.csv",
        bytes: Buffer.byteLength(file),
        contentHash: hash,
        fileHash: hash,
        fingerprint: exporter.deps.fingerprint,
        orders: 25,
        rows: file.split("\r\n").length - 2,
        expiresAt: "2026-11-27T12:30:00.000Z",
      },
    });
    expect(await exporter.deps.fileStore.listParts()).toEqual([]);
    expect(await exporter.deps.stateStore.get("progress:e1")).toBeUndefined();
  });

  it("has the same bytes whenever and however it is made", async () => {
    const small = exporterForTests(someOrders(300), 7);
    const big = exporterForTests(someOrders(300), 250);
    for (const exporter of [small, big]) {
      await exporter.request("e1");
      await exporter.enqueue("e1");
      exporter.clock.advanceWall(exporter === big ? 987_654 : 0);
      await createExportJob(exporter.deps)(await exporter.claim(), never);
    }
    expect(await small.fileOf("e1.1.csv")).toBe(await big.fileOf("e1.1.csv"));
  });

  it("has one row per order, with or without lines, when it is grouped so", async () => {
    const exporter = exporterForTests(someOrders(8));
    const { design } = await exporter.request("other");
    await exporter.request("e1", { design: { ...design, grouping: Grouping.OnePerOrder } });
    await exporter.enqueue("e1");
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect((await exporter.fileOf("e1.1.csv")).split("\r\n")).toHaveLength(1 + 8 + 1);
  });

  it("is a file with titles alone when no order matches", async () => {
    const exporter = await requested(0);
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.fileOf("e1.1.csv")).toBe("\ufeffOrder number,Order date,Product title,Total price\r\n");
    expect(await exporter.stateOf("e1")).toMatchObject({ file: { orders: 0, rows: 0 } });
  });
});

describe("which orders are in it", () => {
  it("are those of the period, whatever the search answers", async () => {
    const filters = { range: 1 as const, from: "2026-11-20T11:57:00Z", to: "2026-11-20T12:00:00Z" };
    const exporter = await requested(20, { filters });
    const { orders } = exporter.platform;
    exporter.platform.orders = (access, request) => orders.call(exporter.platform, access, { ...request, query: "" });
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    const numbers = (await exporter.fileOf("e1.1.csv")).match(/#\d+/g);
    // 12:00:00 is the first moment outside; #4997 has no line.
    expect(numbers).toEqual(["#4999", "#4998"]);
    expect(await exporter.stateOf("e1")).toMatchObject({ file: { orders: 3 } });
  });

  it("are asked for by the period, with the fields of the columns, and whether they are tests", async () => {
    const exporter = await requested(3);
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(exporter.platform.asked.map(({ query, fields }) => ({ query, fields }))).toEqual([
      {
        query: "created_at:<'2026-11-20T12:30:00Z'",
        fields: [
          "createdAt",
          "id",
          "lineItems.nodes.id",
          "lineItems.nodes.originalTotalSet.shopMoney.amount",
          "lineItems.nodes.title",
          "name",
          "test",
        ],
      },
    ]);
  });

  it("are exactly the chosen ones, outside the period too, newest first, each once", async () => {
    const all = someOrders(700);
    const exporter = exporterForTests(all);
    const chosen = all.filter((_, age) => age % 2 === 0).map(({ id }) => String(id));
    const design = (await exporter.request("other")).design;
    await exporter.request("e1", {
      design: { ...design, grouping: Grouping.OnePerOrder },
      selectedOrderIds: [...chosen.toSorted(), ...chosen.slice(0, 3), "gid://shopify/Order/99"],
      filters: { range: 1, from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z" },
    });
    await exporter.enqueue("e1");
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    const wanted = all.filter((_, age) => age % 2 === 0).map(({ name }) => name);
    expect((await exporter.fileOf("e1.1.csv")).match(/^#\d+/gm)).toEqual(wanted);
  });

  it("are the chosen ones alone, whatever the search answers", async () => {
    const exporter = await requested(20, { selectedOrderIds: ["4999", "gid://shopify/Order/4996"] });
    const { orders } = exporter.platform;
    exporter.platform.orders = (access, request) => orders.call(exporter.platform, access, { ...request, query: "" });
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({ file: { orders: 2, rows: 3 } });
  });

  it("never depend on a chosen id that is none", async () => {
    const exporter = await requested(3, { selectedOrderIds: ["1 OR status:any"] });
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/Choose the orders again/),
    });
    expect(exporter.platform.asked).toEqual([]);
  });
});

describe("a worker that was killed", () => {
  it("is followed by another one, whose file counts", async () => {
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

  it("between its file and its end leaves no second file", async () => {
    const exporter = await requested(3);
    await exporter.claim();
    await exporter.send("e1", (context) => ({ type: "StartExport", worker: "killed", context }));
    await (await exporter.deps.fileStore.createPart("e1.1.part")).publish("e1.1.csv");
    exporter.clock.advanceWall(30_001);
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.2.csv", "e1.2.people", "e1.2.rows"]);
  });

  it("leaves a failure that says so when it happens a third time", async () => {
    const exporter = await requested(3);
    for (let n = 0; n < 3; n += 1) {
      await exporter.send("e1", (context) => ({ type: "StartExport", worker: "killed", context }));
    }
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "failed", code: "attempts-lost" });
    expect(exporter.platform.asked).toEqual([]);
  });

  it("after it had finished is not repeated", async () => {
    const exporter = await requested(3);
    const job = await exporter.claim();
    await createExportJob(exporter.deps)(job, never);
    exporter.clock.advanceWall(30_001);
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.eventsOf("e1")).toEqual(["ExportRequested", "ExportStarted", "ExportFinished"]);
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.1.csv", "e1.1.people", "e1.1.rows"]);
  });
});

describe("a queue that was lost, and counts its claims from one again", () => {
  const loseQueue = async (exporter: Awaited<ReturnType<typeof requested>>) => {
    exporter.deps.queue = createMemoryWorkQueue(exporter.clock);
    exporter.platform.beforePage = undefined;
    await exporter.enqueue("e1");
  };

  it("after a restart does not keep the export from being made", async () => {
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

  it("after two workers were killed does not either", async () => {
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

  it("together with the newest events leaves parts of attempts that never were: the first uses up none for them", async () => {
    const exporter = await requested(3);
    for (const name of ["e1.1.part", "e1.1.peoplepart"])
      await (await exporter.deps.fileStore.createPart(name)).write(Buffer.from("half a fi"));
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", attempt: 1 });
    expect(await exporter.fileOf("e1.1.csv")).not.toMatch(/half a fi/);
  });
});

describe("two workers on one export", () => {
  it("publish one file: the one that is overtaken at the last moment deletes its own", async () => {
    const exporter = await requested(20);
    const { fileStore } = exporter.deps;
    const slow = {
      ...exporter.deps,
      fileStore: {
        ...fileStore,
        createPart: async (name: string) => {
          const part = await fileStore.createPart(name);
          const publish = async (key: string) => {
            exporter.clock.advanceWall(30_001);
            await createExportJob(exporter.deps)(await exporter.claim(), never);
            await part.publish(key);
          };
          return { ...part, publish };
        },
      },
    };
    expect(await createExportJob(slow)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", file: { fileKey: "e1.2.csv" } });
    expect(await fileStore.list()).toEqual(["e1.2.csv", "e1.2.people", "e1.2.rows"]);
  });

  it("leave no part of the one that is overtaken while it reads", async () => {
    const exporter = await requested(50);
    exporter.platform.beforePage = async (page, signal) => {
      if (page !== 3) return;
      await exporter.send("e1", (context) => ({ type: "StartExport", worker: "worker-2", context }));
      await until("the first worker sees it", () => signal.aborted);
    };
    // Its job is the other one's by now; were it not, the export would need it still.
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({
      kind: "again",
      delay: 5_000,
    });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "running", attempt: 2 });
    expect(await exporter.nothingLeft()).toBe(true);
  });
});

describe("a cancel", () => {
  const cancel = (exporter: Awaited<ReturnType<typeof requested>>) =>
    exporter.send("e1", (context) => ({ type: "CancelExport", context }));

  it("is seen by the worker through its own stream, which stops and says so", async () => {
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

  it("that comes when the file is there already still wins", async () => {
    const exporter = await requested(3);
    const { fileStore } = exporter.deps;
    const late = {
      ...exporter.deps,
      fileStore: {
        ...fileStore,
        createPart: async (name: string) => {
          const part = await fileStore.createPart(name);
          const publish = async (key: string) => {
            await part.publish(key);
            await cancel(exporter);
          };
          return { ...part, publish };
        },
      },
    };
    await createExportJob(late)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "canceled" });
    expect(await exporter.nothingLeft()).toBe(true);
  });

  it("of an export whose worker died is carried out by the next one", async () => {
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
    expect(outcome).toEqual({ kind: "put-down", delay: 0 });
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
      expect(outcome).toEqual({ kind: "put-down", delay: 0 });
      await exporter.deps.queue.putDown(job, 0);
    }
    // Nor the patience with a platform that fails in passing.
    let failed = false;
    exporter.platform.beforePage = () => {
      if (failed) return;
      failed = true;
      throw new PlatformError("unavailable", "The store does not answer.");
    };
    const job = await exporter.claim();
    expect(await createExportJob(exporter.deps)(job, never)).toEqual({ kind: "again", delay: 5_000 });
    await exporter.deps.queue.retryAfter(job, 0);
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", attempt: 7 });
    expect(await exporter.deps.fileStore.list()).toEqual(["e1.7.csv", "e1.7.people", "e1.7.rows"]);
  });

  it("is told from a lost lease, after which the job is left alone", async () => {
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
  ])("with %s ends the export with the platform's sentence", async (code, told) => {
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

  it("in passing is asked again, twice, and then the export fails", async () => {
    const exporter = await requested(30);
    exporter.platform.beforePage = () => {
      throw new PlatformError("unavailable", "The store does not answer.");
    };
    const outcomes = [];
    for (let n = 0; n < 3; n += 1) {
      outcomes.push(await createExportJob(exporter.deps)(await exporter.claim(), never));
      exporter.clock.advanceWall(30_001);
    }
    expect(outcomes).toEqual([{ kind: "again", delay: 5_000 }, { kind: "again", delay: 20_000 }, { kind: "done" }]);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "failed", code: "platform-unavailable", attempt: 3 });
  });

  it("in passing does no harm when it recovers", async () => {
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

  it("by an amount that is none ends the export without a guess", async () => {
    const orders = someOrders(3);
    const broken = { ...orders[0], lineItems: [{ id: "1", originalTotalSet: { shopMoney: { amount: "a lot" } } }] };
    const exporter = exporterForTests([broken]);
    await exporter.request("e1");
    await exporter.enqueue("e1");
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "failed", code: "unexpected-answer" });
  });
});

describe("an export", () => {
  it.each([
    ["an HTML page", FileType.Html, "html", "<!doctype html>"],
    ["an Excel file", FileType.Excel, "xlsx", "PK\u0003\u0004"],
    ["an XML file", FileType.Xml, "xml", "<?xml "],
  ])("can be %s", async (_name, fileType, ending, beginning) => {
    const exporter = await requested(3, { fileType });
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished" });
    expect((await exporter.fileOf(`e1.1.${ending}`)).slice(0, beginning.length)).toBe(beginning);
  });
});

describe("an export that cannot be", () => {
  it("because its inputs are gone fails with a sentence, in the log too: it is foreseen", async () => {
    const exporter = await requested(3);
    const said: unknown[][] = [];
    const note =
      (level: string) =>
      (...args: unknown[]) =>
        void said.push([level, ...args]);
    const state = await exporter.stateOf("e1");
    if (state.status !== "requested") throw new Error("It was requested.");
    await exporter.deps.stateStore.delete(`input:${state.facts.inputHash}`);
    const log = { info: () => undefined, warn: note("warn"), error: note("error") };
    await createExportJob({ ...exporter.deps, log })(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/no longer stored\. Generate a new one/),
    });
    expect(said).toEqual([
      [
        "warn",
        { exportId: "e1", attempt: 1, code: "internal" },
        expect.stringMatching(/are gone\. Request the export again\.$/),
      ],
    ]);
  });
});
