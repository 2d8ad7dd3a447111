import { describe, expect, it } from "vitest";
import { given, refusalOf } from "../core/given.ts";
import { Grouping } from "../enumerations.ts";
import { workspaceDecider } from "./decider.ts";
import type { WorkspaceEvent } from "./events.ts";

const design = (title: string, ordering: number): WorkspaceEvent => ({
  type: "ReportDesignCreated",
  data: { reportId: `r-${ordering}`, title, grouping: Grouping.Orders, ordering, columns: [] },
});
/** What the one event says that makes a design. */
const createdBy = (decision: unknown) => {
  const [event, ...others] = decision as WorkspaceEvent[];
  if (event?.type !== "ReportDesignCreated" || others.length > 0) throw new Error(JSON.stringify(decision));
  return event.data;
};
const create = { type: "CreateReportDesign", maxReports: 3 } as const;

describe("a new report design", () => {
  it("shows the eleven default columns, one row per order line", () => {
    const data = createdBy(given(workspaceDecider, []).when(create));
    expect(data).toMatchObject({ reportId: "id-0", title: "Untitled1", grouping: Grouping.Orders, ordering: 0 });
    expect(data.columns.map((column) => column.column)).toEqual([
      "Image",
      "OrderNum",
      "OrderDate",
      "ProductTitle",
      "VariantTitle",
      "SKU",
      "Quantity",
      "Price",
      "TotalPrice",
      "FinancialStatus",
      "FulfillmentStatus",
    ]);
    expect(data.columns[0]).toEqual({ column: "Image", visible: true, sorting: 0, title: null, width: null });
  });

  it("takes the first free number, whatever its capitals, and the place at the end", () => {
    const events = [design("untitled1", 0), design("Untitled3", 1)];
    expect(given(workspaceDecider, events).when(create)).toMatchObject([{ data: { title: "Untitled2", ordering: 2 } }]);
  });

  it("is refused in the specification's words when the quota is used up", () => {
    const events = [design("a", 0), design("b", 1), design("c", 2)];
    expect(refusalOf(given(workspaceDecider, events).when(create))).toEqual({
      refused: true,
      code: "rule",
      message: "You cannot add new reports. You have exceed the report's quota",
    });
  });

  it("can have one row per order and columns of one's choice", () => {
    const decision = given(workspaceDecider, []).when({
      ...create,
      grouping: Grouping.OnePerOrder,
      columns: ["OrderNum", "TotalPrice"],
    });
    expect(decision).toMatchObject([
      { data: { grouping: Grouping.OnePerOrder, columns: [{ column: "OrderNum" }, { column: "TotalPrice" }] } },
    ]);
  });

  it.each([
    [{ columns: [] }, "at least one"],
    [{ columns: ["OrderNum", "Nonsense"] }, "Nonsense"],
    [{ columns: ["OrderNum", "OrderNum"] }, "twice"],
    [{ grouping: Grouping.BundleAndCustomizer }, "order line"],
  ])("is refused with %j", (choice, words) => {
    const refusal = refusalOf(given(workspaceDecider, []).when({ ...create, ...choice }));
    expect(refusal.code).toBe("invalid");
    expect(refusal.message).toContain(words);
  });
});
