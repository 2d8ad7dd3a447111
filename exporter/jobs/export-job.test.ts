import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { FileType, Grouping } from "#domain/enumerations.ts";
import { exporterForTests, requested, someOrders } from "#tests/support/exporter-for-tests.ts";
import { createExportJob } from "./export-job.ts";

const never = new AbortController().signal;

describe("an uninterrupted export", () => {
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

  it("records correct facts about its file, and keeps it for seven days", async () => {
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

  it("has the same bytes at any time and with any page size", async () => {
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

  it("has one row per order, with or without lines, if grouped that way", async () => {
    const exporter = exporterForTests(someOrders(8));
    const { design } = await exporter.request("other");
    await exporter.request("e1", { design: { ...design, grouping: Grouping.OnePerOrder } });
    await exporter.enqueue("e1");
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect((await exporter.fileOf("e1.1.csv")).split("\r\n")).toHaveLength(1 + 8 + 1);
  });

  it("has only titles if no order matches", async () => {
    const exporter = await requested(0);
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.fileOf("e1.1.csv")).toBe("\ufeffOrder number,Order date,Product title,Total price\r\n");
    expect(await exporter.stateOf("e1")).toMatchObject({ file: { orders: 0, rows: 0 } });
  });
});

describe("the orders of an export", () => {
  it("are those of its period, whatever the search returns", async () => {
    const filters = { range: 1 as const, from: "2026-11-20T11:57:00Z", to: "2026-11-20T12:00:00Z" };
    const exporter = await requested(20, { filters });
    const { streamOrders } = exporter.platform;
    exporter.platform.streamOrders = (access, request) =>
      streamOrders.call(exporter.platform, access, { ...request, query: "" });
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    const numbers = (await exporter.fileOf("e1.1.csv")).match(/#\d+/g);
    // 12:00:00 is the first moment outside; #4997 has no line.
    expect(numbers).toEqual(["#4999", "#4998"]);
    expect(await exporter.stateOf("e1")).toMatchObject({ file: { orders: 3 } });
  });

  it("are requested by period, with the fields of the columns and the test flag", async () => {
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

  it("are exactly the chosen ones, even outside the period, newest first and without duplicates", async () => {
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

  it("are only the chosen ones, whatever the search returns", async () => {
    const exporter = await requested(20, { selectedOrderIds: ["4999", "gid://shopify/Order/4996"] });
    const { streamOrders } = exporter.platform;
    exporter.platform.streamOrders = (access, request) =>
      streamOrders.call(exporter.platform, access, { ...request, query: "" });
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({ file: { orders: 2, rows: 3 } });
  });

  it("are not requested by an invalid chosen id", async () => {
    const exporter = await requested(3, { selectedOrderIds: ["1 OR status:any"] });
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/Choose the orders again/),
    });
    expect(exporter.platform.asked).toEqual([]);
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

describe("an export that can't be made", () => {
  it("fails with a message if its inputs are gone, and logs no error", async () => {
    const exporter = await requested(3);
    const said: unknown[][] = [];
    const note =
      (level: string) =>
      (...args: unknown[]) =>
        void said.push([level, ...args]);
    const state = await exporter.stateOf("e1");
    if (state.status !== "requested") throw new Error("The export wasn't requested.");
    await exporter.deps.stateStore.delete(`input:${state.facts.tenant}:${state.facts.inputHash}`);
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
