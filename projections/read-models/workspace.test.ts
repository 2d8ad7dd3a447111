import { describe, expect, it } from "vitest";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { CustomColumnCategory, Grouping, OrderFilterView, WorksheetSplitter } from "#domain/enumerations.ts";
import { designOfDocuments } from "#domain/read-models/design-document.ts";
import {
  type DesignContentDocument,
  defineContents,
  type FilterContentDocument,
  type FilterDocument,
  type ReportDesignDocument,
} from "#domain/read-models/documents.ts";
import { filterOfDocuments } from "#domain/read-models/filter-document.ts";
import type { Following, WorkspaceEvent } from "#domain/workspace/events.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import type { StoredDocument } from "#infra/ports/stores/read-store.ts";
import type { Projected, Projection } from "../projection.ts";
import { filters } from "./filters.ts";
import { recentlyDeleted } from "./recently-deleted.ts";
import { reportDesigns } from "./report-designs.ts";
import { workspaceHistory } from "./workspace-history.ts";

/** The documents after events of a workspace, by id. */
const documentsAfter = async (projection: unknown, events: readonly WorkspaceEvent[]) => {
  const { collection, project, types } = projection as Projection;
  const store = createMemoryReadStore();
  await store.ensureCollections([collection, defineContents(collection.name)]);
  for (const [version, event] of events.entries()) {
    if (!types.includes(event.type)) continue;
    const position = String(version).padStart(6, "0");
    const metadata = metadataAt("2026-11-20T10:00:00.000Z", { tenant: "t" });
    const projected = { ...event, id: `e${version}`, metadata, stream: "workspace-t", version, position } as Projected;
    await store.apply(project(projected).map((change) => ({ ...change, position })));
  }
  return {
    found: await store.find(collection.name, {}),
    contents: await store.find(defineContents(collection.name).name, {}),
  };
};
const shownAfter = async (projection: unknown, events: readonly WorkspaceEvent[]) =>
  (await documentsAfter(projection, events)).found;
const documentOf = <Document>(found: readonly StoredDocument[], wanted: string): Document =>
  found.find(({ id }) => id === wanted)?.document as Document;
const listOf = async (projection: unknown, events: readonly WorkspaceEvent[]) =>
  (await shownAfter(projection, events))
    .map(({ id, document: { ordering, version, placeVersion } }) => ({ id, ordering, version, placeVersion }))
    .sort((one, other) => Number(one.ordering) - Number(other.ordering));

const designFacts = (id: string, ordering: number) => ({
  reportId: id,
  title: `Design ${id}`,
  grouping: Grouping.Orders,
  ordering,
  splitter: WorksheetSplitter.None,
  sortedBy: null,
  shown: ["OrderNum", "SKU"],
  settings: { SKU: { title: "Code", width: 20 } },
});
const design = (id: string, ordering: number): WorkspaceEvent => ({
  type: "ReportDesignCreated",
  data: designFacts(id, ordering),
});
const filterFacts = (id: string, ordering: number) => ({
  filterId: id,
  view: OrderFilterView.All,
  ordering,
  title: `Filter ${id}`,
  financial_status: 0 as const,
  fulfillment_status: 0 as const,
  order_status: 0 as const,
  sievers: { 4000: ["A-1"] },
});
const filter = (id: string, ordering: number): WorkspaceEvent => ({
  type: "FilterCreated",
  data: filterFacts(id, ordering),
});

describe("the list of report designs", () => {
  const start = [design("a", 0), design("b", 1)];

  it("shows a clone like any other design", async () => {
    const cloned: WorkspaceEvent = { type: "ReportDesignCloned", data: { ...designFacts("c", 2), clonedFrom: "a" } };
    const { found, contents } = await documentsAfter(reportDesigns, [...start, cloned]);
    const { settings: _, sortedBy, shown, ...facts } = designFacts("c", 2);
    expect(documentOf(found, "c")).toMatchObject({ ...facts, tenant: "t", version: 2, placeVersion: 2 });
    expect(documentOf(found, "c")).not.toHaveProperty("shown");
    const { title, grouping, splitter } = facts;
    expect(documentOf(contents, "c")).toEqual({
      ...{ title, grouping, splitter, sortedBy, shown, version: 2 },
      "columns.SKU.title": "Code",
      "columns.SKU.width": 20,
    });
  });

  it("shows every edit of a design, and its newest version", async () => {
    const reportId = "a";
    const { found, contents } = await documentsAfter(reportDesigns, [
      ...start,
      { type: "ReportRenamed", data: { reportId, from: "Design a", to: "Sales" } },
      { type: "ReportGroupingChanged", data: { reportId, from: Grouping.Orders, to: Grouping.OnePerOrder } },
      { type: "ReportSplitterChanged", data: { reportId, from: 0, to: WorksheetSplitter.Vendor } },
      { type: "ReportSortingChanged", data: { reportId, from: null, to: { column: "SKU", sorting: 1 } } },
      { type: "ReportColumnHidden", data: { reportId, columns: ["OrderNum"], shown: ["SKU"] } },
      { type: "ReportColumnShown", data: { reportId, columns: ["Price"], shown: ["SKU", "Price"] } },
      { type: "ReportColumnMoved", data: { reportId, columns: ["Price"], shown: ["Price", "SKU"] } },
      { type: "ReportColumnRenamed", data: { reportId, column: "SKU", from: "Code", to: null } },
      { type: "ReportColumnResized", data: { reportId, column: "OrderNum", from: null, to: 30 } },
      { type: "ReportNumberFormatChanged", data: { reportId, column: "Price", from: null, to: { type: 2 } } },
    ]);
    const document = documentOf<ReportDesignDocument>(found, "a");
    const content = documentOf<DesignContentDocument>(contents, "a");
    expect(designOfDocuments(document, content)).toEqual({
      reportId,
      ordering: 0,
      title: "Sales",
      grouping: Grouping.OnePerOrder,
      splitter: WorksheetSplitter.Vendor,
      sortedBy: { column: "SKU", sorting: 1 },
      shown: ["Price", "SKU"],
      settings: { SKU: { width: 20 }, OrderNum: { width: 30 }, Price: { format: { type: 2 } } },
    });
    expect([content.version, document.version, document.placeVersion]).toEqual([11, 11, 0]);
    const { title, grouping, splitter } = content;
    expect(document).toMatchObject({ title, grouping, splitter });
  });

  it("shows formulas as adjusted by any edit that moves their columns", async () => {
    const reportId = "a";
    const formula = (text: string) => ({ category: CustomColumnCategory.ExcelFormula, formula: text });
    const shown = ["SKU", "Price", "Custom1"];
    const edits: WorkspaceEvent[] = [
      { type: "ReportColumnMoved", data: { reportId, columns: ["Price"], shown, formulas: { Custom1: "=B1" } } },
      { type: "ReportColumnHidden", data: { reportId, columns: ["OrderNum"], shown, formulas: { Custom1: "=A1" } } },
      { type: "ReportColumnShown", data: { reportId, columns: ["Price"], shown, formulas: { Custom1: "=C1" } } },
      {
        type: "ReportGroupingChanged",
        data: { reportId, from: Grouping.Orders, to: Grouping.OnePerOrder, formulas: { Custom1: "=D1" } },
      },
      {
        type: "CustomColumnChanged",
        data: { reportId, column: "Custom2", from: null, to: formula("=A1"), formulas: { Custom1: "=E1" } },
      },
    ];
    for (const edit of edits) {
      const { found, contents } = await documentsAfter(reportDesigns, [...start, edit]);
      const design = designOfDocuments(
        documentOf<ReportDesignDocument>(found, "a"),
        documentOf<DesignContentDocument>(contents, "a"),
      );
      const { formulas = {} } = edit.data as Following;
      expect([edit.type, design.settings.Custom1?.custom]).toEqual([edit.type, formula(formulas.Custom1 ?? "")]);
    }
  });

  it("closes the gap of a deleted design and shows a moved one in place, without changing their versions", async () => {
    const deleted: WorkspaceEvent = { type: "ReportDesignDeleted", data: { reportId: "a", title: "", left: ["b"] } };
    expect(await listOf(reportDesigns, [...start, deleted])).toEqual([
      { id: "b", ordering: 0, version: 1, placeVersion: 2 },
    ]);
    const ordered: WorkspaceEvent = {
      type: "ReportDesignsOrdered",
      data: { from: ["a", "b"], to: ["b", "a"], moved: ["a"] },
    };
    expect(await listOf(reportDesigns, [...start, ordered])).toEqual([
      { id: "b", ordering: 0, version: 1, placeVersion: 2 },
      { id: "a", ordering: 1, version: 0, placeVersion: 2 },
    ]);
  });

  it("shows a deleted design again when it is restored", async () => {
    const deleted: WorkspaceEvent = { type: "ReportDesignDeleted", data: { reportId: "a", title: "", left: ["b"] } };
    const restored: WorkspaceEvent = {
      type: "ReportDesignRestored",
      data: { ...designFacts("a", 1), version: 0, notRestored: [] },
    };
    expect(await listOf(reportDesigns, [...start, deleted, restored])).toEqual([
      { id: "b", ordering: 0, version: 1, placeVersion: 2 },
      { id: "a", ordering: 1, version: 3, placeVersion: 3 },
    ]);
  });
});

describe("the list of report designs, if one has many long titles", () => {
  it("stays small, as it keeps only the beginnings of titles", async () => {
    const settings = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`Column${n}`, { title: "T".repeat(255) }]),
    );
    const made: WorkspaceEvent = { type: "ReportDesignCreated", data: { ...designFacts("a", 0), settings } };
    expect(JSON.stringify(await shownAfter(reportDesigns, [made])).length).toBeLessThan(7_500);
  });
});

describe.each([
  ["report designs", reportDesigns, { type: "ReportDesignDeleted", data: { reportId: "a", title: "", left: ["b"] } }],
  ["filters", filters, { type: "FilterDeleted", data: { filterId: "a", title: "", left: ["b"] } }],
])("a list of %s", (_things, projection, event) => {
  it("writes positions before it removes a deleted item", () => {
    const deleted = { ...event, metadata: metadataAt("2026-11-20T10:00:00.000Z", { tenant: "t" }), version: 2 };
    const kinds = (projection as unknown as Projection).project(deleted as Projected).map(({ kind }) => kind);
    expect(kinds).toEqual(["merge", "delete", "delete"]);
  });
});

describe("the list of filters", () => {
  const start = [filter("a", 0), filter("b", 1)];
  const filterAfter = async (...events: WorkspaceEvent[]) => {
    const { found, contents } = await documentsAfter(filters, [...start, ...events]);
    const shown = documentOf<FilterDocument>(found, "a");
    const content = documentOf<FilterContentDocument>(contents, "a");
    expect([shown.title, shown.version]).toEqual([content.title, content.version]);
    return { ...filterOfDocuments(shown, content), version: content.version };
  };

  it("shows a whole filter, and every edit of it", async () => {
    expect(await filterAfter()).toEqual({ ...filterFacts("a", 0), version: 0 });
    expect(
      await filterAfter(
        { type: "FilterRenamed", data: { filterId: "a", from: "Filter a", to: "Gifts" } },
        { type: "FilterStatusChanged", data: { filterId: "a", status: "order_status", from: 0, to: 2 } },
        { type: "FilterSieverChanged", data: { filterId: "a", siever: 1001, from: [], to: ["vip"] } },
        { type: "FilterSieverChanged", data: { filterId: "a", siever: 4000, from: ["A-1"], to: [] } },
      ),
    ).toEqual({ ...filterFacts("a", 0), title: "Gifts", order_status: 2, sievers: { 1001: ["vip"] }, version: 5 });
  });

  it("closes the gap of a deleted filter and shows a moved one in place, without changing their versions", async () => {
    const deleted: WorkspaceEvent = { type: "FilterDeleted", data: { filterId: "a", title: "", left: ["b"] } };
    expect(await listOf(filters, [...start, deleted])).toEqual([{ id: "b", ordering: 0, version: 1, placeVersion: 2 }]);
    const ordered: WorkspaceEvent = {
      type: "FiltersOrdered",
      data: { from: ["a", "b"], to: ["b", "a"], moved: ["a"] },
    };
    expect(await listOf(filters, [...start, ordered])).toEqual([
      { id: "b", ordering: 0, version: 1, placeVersion: 2 },
      { id: "a", ordering: 1, version: 0, placeVersion: 2 },
    ]);
  });

  it("stays small, however many values its filters have", async () => {
    const many = Array.from({ length: 500 }, (_, n) => `${n} `.padEnd(255, "x"));
    const changed: WorkspaceEvent = {
      type: "FilterSieverChanged",
      data: { filterId: "a", siever: 1001, from: [], to: many },
    };
    const cloned: WorkspaceEvent = {
      type: "FilterCloned",
      data: { ...filterFacts("c", 2), sievers: { 1001: many }, clonedFrom: "a" },
    };
    const shown = await shownAfter(filters, [...start, changed, cloned]);
    expect(shown).toHaveLength(3);
    expect(JSON.stringify(shown).length).toBeLessThan(4_500);
  });

  it("keeps nothing of a deleted filter", async () => {
    const deleted: WorkspaceEvent = { type: "FilterDeleted", data: { filterId: "a", title: "", left: ["b"] } };
    const { found, contents } = await documentsAfter(filters, [...start, deleted]);
    expect([...found, ...contents].map(({ id }) => id)).toEqual(["b", "b"]);
  });

  it("shows clones and restored filters, without conditions that were removed", async () => {
    const cloned: WorkspaceEvent = { type: "FilterCloned", data: { ...filterFacts("c", 2), clonedFrom: "a" } };
    expect(await listOf(filters, [...start, cloned])).toHaveLength(3);
    const restored: WorkspaceEvent = {
      type: "FilterRestored",
      data: { ...filterFacts("a", 0), sievers: {}, version: 0, notRestored: [] },
    };
    expect(await filterAfter(restored)).toEqual({ ...filterFacts("a", 0), sievers: {}, version: 2 });
  });
});

describe("the history of a workspace", () => {
  const idsAfter = async (...events: WorkspaceEvent[]) =>
    (await shownAfter(workspaceHistory, events)).map(({ id }) => id);

  it("has the author, time and change of every event, under the item it concerns", async () => {
    const [first] = await shownAfter(workspaceHistory, [design("a", 0)]);
    expect(first).toMatchObject({
      id: "a:0",
      document: {
        tenant: "t",
        objectKind: "report",
        objectId: "a",
        version: 0,
        instant: "2026-11-20T10:00:00.000Z",
        actor: { kind: "merchant" },
        change: { kind: "designed", columns: 2, grouping: Grouping.Orders },
        hasContent: true,
      },
    });
  });

  it("describes a new order by the moved items, not by those that gave way", async () => {
    const data = { from: ["a", "b", "c"], to: ["c", "a", "b"], moved: ["c"] };
    const ordered: WorkspaceEvent = { type: "FiltersOrdered", data };
    expect(await idsAfter(filter("a", 0), ordered)).toEqual(["a:0", "c:1"]);
    const both: WorkspaceEvent = { type: "ReportDesignsOrdered", data: { ...data, moved: ["c", "b"] } };
    expect((await idsAfter(both)).sort()).toEqual(["b:0", "c:0"]);
  });

  it("keeps little of a large change", async () => {
    const many = Array.from({ length: 500 }, (_, n) => `${n} `.padEnd(255, "x"));
    const changed: WorkspaceEvent = {
      type: "FilterSieverChanged",
      data: { filterId: "a", siever: 1001, from: many, to: many.map((value) => `${value}!`) },
    };
    const [document] = await shownAfter(workspaceHistory, [changed]);
    expect(JSON.stringify(changed).length).toBeGreaterThan(250_000);
    expect(JSON.stringify(document).length).toBeLessThan(3_000);
  });

  it("keeps deleted items, and lists them until they are restored", async () => {
    const deleted: WorkspaceEvent = { type: "FilterDeleted", data: { filterId: "a", title: "Filter a", left: [] } };
    const restored: WorkspaceEvent = {
      type: "FilterRestored",
      data: { ...filterFacts("a", 0), version: 0, notRestored: [] },
    };
    expect(await idsAfter(filter("a", 0), deleted)).toEqual(["a:0", "a:1"]);
    const listAfter = async (...events: WorkspaceEvent[]) =>
      (await shownAfter(recentlyDeleted, [filter("a", 0), ...events])).map(({ document }) => document);
    const line = { tenant: "t", kind: "filter", objectId: "a", title: "Filter a", instant: "2026-11-20T10:00:00.000Z" };
    expect(await listAfter(deleted)).toEqual([{ ...line, version: 1 }]);
    expect(await listAfter(deleted, restored)).toEqual([]);
    expect(await listAfter(deleted, restored, deleted)).toEqual([{ ...line, version: 3 }]);
    const design: WorkspaceEvent = { type: "ReportDesignDeleted", data: { reportId: "r", title: "R", left: [] } };
    expect(await listAfter(design)).toMatchObject([{ kind: "report", objectId: "r", title: "R" }]);
  });

  it("parks a faulty event for its own item only", () => {
    const { toDocumentKey } = workspaceHistory;
    const at = { id: "e", metadata: metadataAt("2026-11-20T10:00:00.000Z"), stream: "workspace-t", position: "1" };
    expect(toDocumentKey({ ...design("a", 0), ...at, version: 4 } as never).id).toBe("a:4");
    const data = { from: ["a", "b"], to: ["b", "a"], moved: ["a", "b"] };
    expect(toDocumentKey({ type: "FiltersOrdered", data, ...at, version: 5 } as never).id).toBe("list:workspace-t");
  });
});
