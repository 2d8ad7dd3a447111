import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Grouping, NumberFormatType, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import type { HistoryPage, HistoryVersion, Restored } from "#domain/wire/history.ts";
import type { ReportColumn, ReportDesignItem, ReportWithColumns } from "#domain/wire/reports/reports.ts";
import { fieldsIn, refusalIn, startWorkspace, type Workspace } from "./support.ts";

/** S-2.3.1, S-2.3.2 and S-2.3.5 (what a design is), S-2.5 (its rules), S-2.7 (reports/update); D-4 (intents and conflicts). */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());

let shops = 0;
type Merchant = Awaited<ReturnType<Workspace["givenMerchant"]>>;
type Window = Pick<Merchant, "call">;

const read = async (one: Window, id: string) => {
  const { data, headers } = await one.call<ReportWithColumns>("GET", `reports/get/with-columns/${id}`);
  return { design: data, etag: headers.get("etag") ?? "" };
};
const save = (one: Window, design: ReportWithColumns, etag?: string, id = randomUUID()) =>
  one.call<ReportWithColumns>("PUT", "reports/update", design, {
    "x-command-id": id,
    ...(etag === undefined ? {} : { "if-match": etag }),
  });
const historyOf = async (one: Window, id: string) =>
  (await one.call<HistoryPage>("GET", `reports/history?id=${id}`)).data.Items;

/** A shop of its own with one design, and two windows that have it open. */
const designers = async () => {
  shops += 1;
  const one = await workspace.givenMerchant(`design-shop-${shops}`);
  const { id } = (await one.call<ReportDesignItem>("POST", "reports/create-new")).data;
  const other = one.another();
  return { one, other, id, tenant: one.tenant, ...(await read(one, id)) };
};
const withColumn = (design: ReportWithColumns, key: string, changes: Partial<ReportColumn>): ReportWithColumns => ({
  ...design,
  columns: design.columns.map((column) => (column.Column === key ? { ...column, ...changes } : column)),
});
const columnIn = ({ columns }: ReportWithColumns, key: string) => columns.find(({ Column }) => Column === key);
/** The design with the column at another position among the visible ones. */
const withPlace = (design: ReportWithColumns, key: string, place: number): ReportWithColumns => {
  const column = columnIn(design, key);
  const others = design.columns.filter(({ Column }) => Column !== key);
  return { ...design, columns: column ? others.toSpliced(place, 0, { ...column, Visible: true }) : others };
};
const typesOf = async (tenant: string) =>
  (await workspace.eventStore.readStream(`workspace-${tenant}`)).map(({ type }) => type).slice(3);

describe("saving a report design", () => {
  it("returns the whole stored design with a new ETag, and so do later reads", async () => {
    const { one, id, design, etag } = await designers();
    const named = withColumn({ ...design, title: "Sales", grouping: Grouping.OnePerOrder }, "SKU", {
      Title: "Code",
      Width: 24,
      Sorting: Sorting.Descending,
    });
    const format = { Type: NumberFormatType.LessThanRed, CustomFormatCode: null, LessThanRedValue: 5 };
    const wanted = withColumn({ ...named, ws_splitter: WorksheetSplitter.Vendor }, "Quantity", {
      NumberFormat: format,
    });
    const reply = await save(one, wanted, etag);
    expect(refusalIn(reply)).toEqual({ status: 200, code: null, message: null });
    expect(reply.data).toMatchObject({
      title: "Sales",
      grouping: Grouping.OnePerOrder,
      ws_splitter: WorksheetSplitter.Vendor,
    });
    expect(columnIn(reply.data, "SKU")).toMatchObject({
      Title: "Code",
      OriginalTitle: "SKU",
      Width: 24,
      Sorting: Sorting.Descending,
    });
    expect(columnIn(reply.data, "Quantity")?.NumberFormat).toEqual(format);
    const again = await read(one, id);
    expect(again.design).toEqual(reply.data);
    expect(again.etag).toBe(reply.headers.get("etag"));
  });

  it("appends no event if nothing changed", async () => {
    const { one, design, etag, tenant } = await designers();
    const reply = await save(one, design, etag);
    expect([reply.status, reply.data]).toEqual([200, design]);
    expect(await typesOf(tenant)).toEqual([]);
  });

  it("shows, hides and moves columns, with one event per drag", async () => {
    const { one, id, design, etag, tenant } = await designers();
    const moved = await save(one, withPlace(design, "SKU", 0), etag);
    expect(moved.data.VisibleColumns[0]).toBe("SKU");
    const dragged = await save(one, withPlace(moved.data, "Vendor", 2), moved.headers.get("etag") ?? "");
    expect(dragged.data.VisibleColumns.slice(0, 4)).toEqual(["SKU", "Image", "Vendor", "OrderNum"]);
    await save(one, withColumn(dragged.data, "Image", { Visible: false }), dragged.headers.get("etag") ?? "");
    expect((await read(one, id)).design.VisibleColumns.slice(0, 3)).toEqual(["SKU", "Vendor", "OrderNum"]);
    expect(await typesOf(tenant)).toEqual(["ReportColumnMoved", "ReportColumnShown", "ReportColumnHidden"]);
  });

  it("keeps fields that weren't sent", async () => {
    const { one, id, design, etag } = await designers();
    await save(one, withColumn(design, "SKU", { Width: 40, Sorting: Sorting.Ascending }), etag);
    const { title, grouping, ws_splitter } = design;
    const body = { id, title: `${title}!`, grouping, ws_splitter } as ReportWithColumns;
    const bare = await save(one, body);
    expect(bare.data.VisibleColumns).toEqual(design.VisibleColumns);
    expect(columnIn(bare.data, "SKU")).toMatchObject({ Width: 40, Sorting: Sorting.Ascending });
  });

  it("changes nothing more when repeated with the same command id", async () => {
    const { one, design, etag, tenant } = await designers();
    const command = randomUUID();
    const first = await save(one, { ...design, title: "Once" }, etag, command);
    const again = await save(one, { ...design, title: "Once" }, etag, command);
    expect(again.data).toEqual(first.data);
    expect(await typesOf(tenant)).toEqual(["ReportRenamed"]);
  });

  it("finds no design of another shop", async () => {
    const { design } = await designers();
    const { one } = await designers();
    expect((await save(one, design)).status).toBe(404);
  });

  it.each<[string, (design: ReportWithColumns) => ReportWithColumns, RegExp]>([
    ["title", (design) => ({ ...design, title: "2026" }), /cannot start with a digit/],
    ["columns.SKU.title", (design) => withColumn(design, "SKU", { Title: "" }), /Value is required/],
    ["columns.SKU.width", (design) => withColumn(design, "SKU", { Width: 91 }), /4 to 90 units wide/],
    ["columns", (design) => withColumn(design, "SKU", { Column: "Nonsense" }), /no column “Nonsense”/],
    ["columns", (design) => withColumn(design, "SKU", { Column: "Price" }), /was sent twice/],
    [
      "columns",
      (design) => withColumn(withColumn(design, "SKU", { Sorting: 1 }), "Price", { Sorting: 2 }),
      /One column sorts at a time/,
    ],
  ])("refuses an invalid design and names the field: %s", async (field, change, words) => {
    const { one, design, etag, tenant } = await designers();
    const reply = await save(one, change({ ...design, ws_splitter: 3 }), etag);
    expect(refusalIn(reply)).toMatchObject({ status: 400, code: "invalid", message: expect.stringMatching(words) });
    expect(fieldsIn(reply)).toEqual([field]);
    expect(await typesOf(tenant)).toEqual([]);
  });
});

describe("two windows that edit one design", () => {
  it("merge when they change different columns, or different fields of one", async () => {
    const { one, other, id, design, etag } = await designers();
    await save(one, withColumn(withPlace(design, "Vendor", 0), "SKU", { Width: 30 }), etag);
    const mine = withColumn(withColumn(design, "SKU", { Title: "Code" }), "Image", { Visible: false });
    const merged = await save(other, { ...mine, grouping: Grouping.OnePerOrder }, etag);
    expect(merged.status).toBe(200);
    expect(columnIn(merged.data, "SKU")).toMatchObject({ Title: "Code", Width: 30 });
    expect(merged.data.VisibleColumns.slice(0, 2)).toEqual(["Vendor", "OrderNum"]);
    expect(merged.data.grouping).toBe(Grouping.OnePerOrder);
    expect((await read(one, id)).design).toEqual(merged.data);
  });

  it("conflict in a field that both changed: nothing is saved, and both values are shown", async () => {
    const { one, other, id, design, etag } = await designers();
    await save(one, withColumn(design, "SKU", { Width: 30, Sorting: Sorting.Ascending }), etag);
    const mine = withColumn(withColumn(design, "SKU", { Width: 12 }), "Price", { Sorting: Sorting.Descending });
    const reply = await save(other, { ...mine, title: "Mine" }, etag);
    expect(refusalIn(reply)).toEqual({
      status: 409,
      code: "conflict",
      message:
        "Sorting was changed to “SKU”, A to Z in another window. You chose “Price”, high to low. Width of column “SKU” was changed to 30 in another window. You chose 12. Reload the page and choose again.",
    });
    expect(fieldsIn(reply)).toEqual(["sorting", "columns.SKU.width"]);
    expect((await read(other, id)).design.title).toBe(design.title);
  });

  it("merge when both made the same change", async () => {
    const { one, other, design, etag, tenant } = await designers();
    const wanted = withColumn({ ...design, title: "Same" }, "SKU", { Visible: false });
    await save(one, wanted, etag);
    expect((await save(other, wanted, etag)).status).toBe(200);
    expect(await typesOf(tenant)).toEqual(["ReportColumnHidden", "ReportRenamed"]);
  });

  it("get an error if the design was deleted, or didn't exist at their version", async () => {
    const { one, other, id, design, etag } = await designers();
    const early = await save(other, { ...design, title: "Mine" }, '"0"');
    expect(refusalIn(early)).toMatchObject({ status: 409, message: expect.stringMatching(/Load the report design/) });
    await one.call("POST", "reports/delete", id);
    expect((await save(other, { ...design, title: "Mine" }, etag)).status).toBe(404);
  });

  it("don't conflict if the design is only moved in its list", async () => {
    const { one, id, etag } = await designers();
    const second = (await one.call<ReportDesignItem>("POST", "reports/create-new")).data.id;
    await one.call("PUT", "reports/set-ordering", [second, id]);
    expect((await read(one, id)).etag).toBe(etag);
  });
});

describe("the history of a design", () => {
  it("describes each change in words and restores the earlier state", async () => {
    const { one, id, design, etag } = await designers();
    let seen = { design, etag };
    const edit = async (change: (design: ReportWithColumns) => ReportWithColumns) => {
      workspace.clock.advance(60_000);
      const reply = await save(one, change(seen.design), seen.etag);
      seen = { design: reply.data, etag: reply.headers.get("etag") ?? "" };
    };
    await edit((now) => withColumn(now, "SKU", { Title: "Code", Width: 20 }));
    await edit((now) => withColumn(now, "Image", { Visible: false }));
    await edit((now) => ({ ...now, ws_splitter: WorksheetSplitter.Vendor, title: "Sales" }));
    const items = await historyOf(one, id);
    expect(items.map(({ Sentence }) => Sentence)).toEqual([
      "Worksheets: from one worksheet to one per vendor.",
      "Renamed from “Untitled1” to “Sales”.",
      "Columns: hid “Image”.",
      "Width of column “Code”: changed to 20.",
      "Title of column “SKU”: from the original one to “Code”.",
      "Created with 11 columns, one row per order line.",
    ]);
    const version = items.at(-1)?.Version ?? 0;
    const path = `reports/history-version?id=${id}&version=${version}`;
    expect((await one.call<HistoryVersion<ReportDesignItem>>("GET", path)).data).toMatchObject({
      Changes: [
        "Title: from “Sales” to “Untitled1”.",
        "Worksheets: from one per vendor to one worksheet.",
        "Columns: adds “Image”.",
        "Columns shown differently: “Code”.",
      ],
      NotRestored: [],
    });
    const back = await one.call<Restored<ReportDesignItem>>("POST", "reports/restore", { id, version });
    expect(back.data).toMatchObject({ Item: { title: "Untitled1", ws_splitter: 0 }, NotRestored: [] });
    expect((await read(one, id)).design).toEqual(design);
    // An editor with the old page open is told: the restoration changed every field.
    const late = await save(one, withColumn(seen.design, "SKU", { Width: 25 }), seen.etag);
    expect([late.status, fieldsIn(late)]).toEqual([409, ["columns.SKU.width"]]);
  });

  it("shows resizing a column as one line", async () => {
    const { one, id, design } = await designers();
    workspace.clock.advance(60_000);
    for (const Width of [17, 18, 25]) {
      await save(one, withColumn(design, "SKU", { Width }));
      workspace.clock.advance(500);
    }
    expect((await historyOf(one, id)).map(({ Sentence }) => Sentence)).toEqual([
      "Width of column “SKU”: changed to 25.",
      "Created with 11 columns, one row per order line.",
    ]);
  });
});

it("no document is parked", () => {
  expect(workspace.parked).toEqual([]);
});
