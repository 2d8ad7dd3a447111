import { describe, expect, it } from "vitest";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { FinancialStatus, Grouping, OrderFilterView, WorksheetSplitter } from "#domain/enumerations.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import { describeFilter } from "#domain/filters/description/describe-filter.ts";
import { describeDesign } from "#domain/groupings/describe-design.ts";
import { outlineOfDesign } from "#domain/read-models/design-outline.ts";
import {
  defineContents,
  type FilterDocument,
  type ReportDesignDocument,
  type UseDocument,
} from "#domain/read-models/documents.ts";
import { outlineInDocument } from "#domain/read-models/filter-outline.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import type { Projected, Projection } from "../projection.ts";
import { filters } from "./filters.ts";
import { reportDesigns } from "./report-designs.ts";
import { uses } from "./uses.ts";

/** The only document of a list after events, one an hour. */
const documentAfter = async <Document>(given: unknown, events: readonly SheafEvent[], id: string) => {
  const projection = given as Projection;
  const store = createMemoryReadStore();
  await store.ensureCollections([projection.collection, defineContents(projection.collection.name)]);
  for (const [version, event] of events.entries()) {
    if (!projection.types.includes(event.type)) continue;
    const metadata = metadataAt(`2026-11-20T${10 + version}:00:00.000Z`, { tenant: "t" });
    const position = String(version).padStart(6, "0");
    const projected = { ...event, id: `e${version}`, metadata, stream: "workspace-t", version, position } as Projected;
    await store.apply(projection.project(projected).map((change) => ({ ...change, position })));
  }
  return (await store.get(projection.collection.name, id))?.document as Document | undefined;
};

const made: SheafEvent = {
  type: "FilterCreated",
  data: {
    filterId: "f",
    view: OrderFilterView.All,
    ordering: 0,
    title: "Wholesale",
    financial_status: FinancialStatus.any,
    fulfillment_status: 0,
    order_status: 0,
    sievers: { 1001: ["vip"] },
  },
};
const valuesChanged = (to: string[]): SheafEvent => ({
  type: "FilterSieverChanged",
  data: { filterId: "f", siever: 1001, from: [], to },
});
const paid: SheafEvent = {
  type: "FilterStatusChanged",
  data: { filterId: "f", status: "financial_status", from: FinancialStatus.any, to: FinancialStatus.paid },
};
const ordered: SheafEvent = { type: "FiltersOrdered", data: { from: ["f"], to: ["f"], moved: ["f"] } };

const filterAfter = async (...events: SheafEvent[]) => {
  const document = await documentAfter<FilterDocument>(filters, [made, ...events], "f");
  const outline = document && outlineInDocument(document);
  return {
    says: outline && describeFilter(outline.conditions, undefined, outline.more),
    changedAt: document?.changedAt,
  };
};

describe("a filter in the list", () => {
  it("shows its description, and when it was created", async () => {
    expect(await filterAfter()).toEqual({ says: "Orders tagged “vip”.", changedAt: "2026-11-20T10:00:00.000Z" });
  });

  it("shows its current description, and when it was last changed", async () => {
    expect(await filterAfter(valuesChanged(["test"]), paid)).toEqual({
      says: "Orders that are paid and tagged “test”.",
      changedAt: "2026-11-20T12:00:00.000Z",
    });
    expect((await filterAfter(valuesChanged([]))).says).toBe("All orders.");
  });

  it("isn't changed by moving it", async () => {
    expect((await filterAfter(paid, ordered)).changedAt).toBe("2026-11-20T11:00:00.000Z");
  });

  it("counts the values that its description leaves out", async () => {
    const many = Array.from({ length: 500 }, (_, n) => `tag ${n}`);
    expect((await filterAfter(valuesChanged(many))).says).toBe(
      "Orders tagged “tag 0”, “tag 1”, “tag 2”, “tag 3”, “tag 4” or 495 others.",
    );
  });
});

const design: SheafEvent = {
  type: "ReportDesignCreated",
  data: {
    reportId: "r",
    ordering: 0,
    title: "Accounts",
    grouping: Grouping.OnePerOrder,
    splitter: WorksheetSplitter.None,
    sortedBy: null,
    shown: ["OrderNum", "SKU", "Vendor", "Price", "Quantity"],
    settings: { SKU: { title: "Code" }, Quantity: { title: "Pieces" } },
  },
};
const designAfter = async (...events: SheafEvent[]) => {
  const document = await documentAfter<ReportDesignDocument>(reportDesigns, [design, ...events], "r");
  const outline = document && outlineOfDesign(document);
  return { says: outline && describeDesign(outline), changedAt: document?.changedAt };
};

describe("a report design in the list", () => {
  it("shows its first columns by their titles, the number of others, and its grouping", async () => {
    expect(await designAfter()).toEqual({
      says: "Order number, Code, Vendor and 2 more · one row per order",
      changedAt: "2026-11-20T10:00:00.000Z",
    });
  });

  it("shows its current columns, titles and grouping", async () => {
    const moved: SheafEvent = {
      type: "ReportColumnMoved",
      data: { reportId: "r", columns: ["Quantity"], shown: ["Quantity", "SKU", "OrderNum", "Vendor", "Price"] },
    };
    const renamed: SheafEvent = {
      type: "ReportColumnRenamed",
      data: { reportId: "r", column: "SKU", from: "Code", to: null },
    };
    const regrouped: SheafEvent = {
      type: "ReportGroupingChanged",
      data: { reportId: "r", from: Grouping.OnePerOrder, to: Grouping.Orders },
    };
    expect(await designAfter(moved, renamed, regrouped)).toEqual({
      says: "Pieces, SKU, Order number and 2 more · one row per order line",
      changedAt: "2026-11-20T13:00:00.000Z",
    });
  });
});

const exported = (filterId: string | null): SheafEvent => ({
  type: "ExportRequested",
  data: {
    exportId: "e",
    tenant: "t",
    shop: "aurora-demo",
    reportId: "r",
    reportTitle: "Accounts",
    fileType: 2,
    fileName: "Accounts.csv",
    inputHash: "ab",
    trigger: "manual",
    emptyExpected: false,
    asked: { filterId, range: 4, from: null, to: null },
  },
});

describe("the last use of a design or filter", () => {
  const usedAt = async (id: string, ...events: SheafEvent[]) =>
    (await documentAfter<UseDocument>(uses, events, id))?.usedAt;

  it("is the last time a file was requested with it", async () => {
    const events = [exported("f"), exported(null)];
    expect(await usedAt("r", ...events)).toBe("2026-11-20T11:00:00.000Z");
    expect(await usedAt("f", ...events)).toBe("2026-11-20T10:00:00.000Z");
    expect(await usedAt("other", ...events)).toBeUndefined();
  });

  it("is kept if it is deleted", async () => {
    const deleted: SheafEvent = { type: "FilterDeleted", data: { filterId: "f", title: "Wholesale", left: [] } };
    expect(await usedAt("f", exported("f"), deleted)).toBe("2026-11-20T10:00:00.000Z");
  });
});
