import { describe, expect, it } from "vitest";
import { given, refusalOf } from "../../core/given-for-tests.ts";
import { pickDesignContent } from "../../designs/design.ts";
import { Grouping, NumberFormatType, Sorting, WorksheetSplitter } from "../../enumerations.ts";
import { noFeature } from "../../shop/features-for-tests.ts";
import { workspaceDecider } from "../decider.ts";
import type { WorkspaceEvent } from "../events.ts";
import { automation, designFacts, designs, filters, givenWorkspace, stateAfter } from "../workspace-for-tests.ts";

const design = (title: string, ordering: number): WorkspaceEvent => ({
  type: "ReportDesignCreated",
  data: designFacts(`r-${ordering}`, ordering, { title }),
});
/** Data of the single event that creates a design. */
const createdBy = (decision: unknown) => {
  const [event, ...others] = decision as WorkspaceEvent[];
  if (event?.type !== "ReportDesignCreated" || others.length > 0) throw new Error(JSON.stringify(decision));
  return event.data;
};
const create = { type: "CreateReportDesign", maxReports: 3, features: noFeature } as const;

describe("a new report design", () => {
  it("shows the eleven default columns, one row per order line", () => {
    const data = createdBy(given(workspaceDecider, []).when(create));
    expect(data).toMatchObject({ reportId: "id-0", title: "Untitled1", grouping: Grouping.Orders, ordering: 0 });
    expect(data.shown).toEqual([
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
    expect(data).toMatchObject({ splitter: 0, sortedBy: null });
    const money = { format: { type: NumberFormatType.Currency } };
    expect(data.settings).toEqual({ Price: money, TotalPrice: money });
  });

  it("takes the first free number, regardless of case, and is last in the list", () => {
    const events = [design("untitled1", 0), design("Untitled3", 1)];
    expect(given(workspaceDecider, events).when(create)).toMatchObject([{ data: { title: "Untitled2", ordering: 2 } }]);
  });

  it("is rejected in the specification's words if the quota is used up", () => {
    const events = [design("a", 0), design("b", 1), design("c", 2)];
    expect(refusalOf(given(workspaceDecider, events).when(create))).toEqual({
      refused: true,
      code: "rule",
      message: "You cannot add new reports. You have exceed the report's quota",
    });
  });

  it("can have one row per order and chosen columns", () => {
    const decision = given(workspaceDecider, []).when({
      ...create,
      grouping: Grouping.OnePerOrder,
      columns: ["OrderNum", "TotalPrice"],
    });
    const data = { grouping: Grouping.OnePerOrder, shown: ["OrderNum", "TotalPrice"], settings: {} };
    expect(decision).toMatchObject([{ data }]);
  });

  it("can begin as a starter, with its title or the next free number", () => {
    const starter = { ...create, starter: "ProductsSold" } as const;
    const [made] = given(workspaceDecider, []).when(starter) as WorkspaceEvent[];
    expect(made).toMatchObject({
      data: {
        title: "Products sold",
        grouping: Grouping.ProductVariants,
        sortedBy: { column: "CurrentQuantity", sorting: Sorting.Descending },
        settings: { Quantity: { title: "Units ordered" } },
      },
    });
    if (!made) throw new Error("No design was made.");
    expect(given(workspaceDecider, [made]).when(starter)).toMatchObject([{ data: { title: "Products sold 2" } }]);
    const blank = given(workspaceDecider, []).when({ ...create, starter: "Blank" });
    expect(blank).toMatchObject([{ data: { title: "Untitled1", shown: [], settings: {} } }]);
  });

  it("can begin without columns", () => {
    const decision = given(workspaceDecider, []).when({ ...create, columns: [] });
    expect(decision).toMatchObject([{ data: { grouping: Grouping.Orders, shown: [] } }]);
  });

  it.each([
    [{ columns: ["OrderNum", "Nonsense"] }, "Nonsense"],
    [{ columns: ["OrderNum", "OrderNum"] }, "twice"],
    [{ grouping: 99 as Grouping }, "order line"],
  ])("is rejected with %j", (choice, words) => {
    const refusal = refusalOf(given(workspaceDecider, []).when({ ...create, ...choice }));
    expect(refusal.code).toBe("invalid");
    expect(refusal.message).toContain(words);
  });
});

describe("a clone of a report design", () => {
  it("keeps everything but the id and title, and is last in the list", () => {
    const events = givenWorkspace(...designs("a", "b")).when({
      type: "CloneReportDesign",
      reportId: "a",
      maxReports: 3,
    });
    const facts = designFacts("id-0", 2, { title: "Copy of Design a" });
    expect(events).toEqual([{ type: "ReportDesignCloned", data: { ...facts, clonedFrom: "a" } }]);
    expect(stateAfter(givenWorkspace(...designs("a", "b")).state, events as WorkspaceEvent[]).reports[2]).toEqual({
      ...facts,
      changes: {},
      version: 0,
    });
  });

  it("is rejected if the quota is used up or the design is gone", () => {
    const workspace = givenWorkspace(...designs("a"));
    expect(refusalOf(workspace.when({ type: "CloneReportDesign", reportId: "a", maxReports: 1 }))).toMatchObject({
      code: "rule",
      message: "You cannot add new reports. You have exceed the report's quota",
    });
    expect(refusalOf(workspace.when({ type: "CloneReportDesign", reportId: "x", maxReports: 9 })).code).toBe("unknown");
  });
});

describe("deleting a report design", () => {
  it("closes the gap in the list", () => {
    const { state, when } = givenWorkspace(...designs("a", "b", "c"));
    const events = when({ type: "DeleteReportDesign", reportId: "a" }) as WorkspaceEvent[];
    expect(events).toEqual([
      { type: "ReportDesignDeleted", data: { reportId: "a", title: "Design a", left: ["b", "c"] } },
    ]);
    expect(stateAfter(state, events).reports.map((report) => [report.reportId, report.ordering])).toEqual([
      ["b", 0],
      ["c", 1],
    ]);
  });

  it("is rejected while an automated report uses it, and names the first one made", () => {
    const workspace = givenWorkspace(
      ...designs("r", "s"),
      ...filters("f"),
      automation("1", { title: "Other", reportId: "s" }),
      automation("2", { title: "Daily" }),
      automation("3", { title: "Weekly" }),
    );
    const refusal = refusalOf(workspace.when({ type: "DeleteReportDesign", reportId: "r" }));
    expect(refusal).toMatchObject({ code: "rule", details: "Daily" });
    expect(refusal.message).toContain("“Daily” uses it. Delete that automated report");
  });

  it("is accepted once that automated report is gone or uses another one", () => {
    const start = [...designs("r", "s"), ...filters("f"), automation("1")];
    const gone: WorkspaceEvent = { type: "AutomationDeleted", data: { automationId: "1", title: "Every morning" } };
    const other: WorkspaceEvent = {
      type: "AutomationDesignChosen",
      data: { automationId: "1", from: "r", to: "s" },
    };
    for (const event of [gone, other])
      expect(givenWorkspace(...start, event).when({ type: "DeleteReportDesign", reportId: "r" })).toHaveLength(1);
  });

  it("is rejected if the design does not exist", () => {
    const refusal = refusalOf(givenWorkspace().when({ type: "DeleteReportDesign", reportId: "a" }));
    expect(refusal).toMatchObject({ code: "unknown" });
    expect(refusal.message).toContain("Reload the page");
  });
});

describe("restoring a report design", () => {
  const settings = { SKU: { title: "Code", width: 20 } };
  const facts = designFacts("a", 7, { title: "Before", shown: ["SKU"], settings, splitter: WorksheetSplitter.Vendor });
  const earlier = pickDesignContent(facts);
  const restore = { type: "RestoreReportDesign", reportId: "a", version: 4, earlier, maxReports: 2 } as const;

  it("brings back its content at its current place", () => {
    const events = givenWorkspace(...designs("b", "a")).when(restore);
    expect(events).toEqual([
      { type: "ReportDesignRestored", data: { ...facts, ordering: 1, version: 4, notRestored: [] } },
    ]);
    expect(stateAfter(givenWorkspace(...designs("b", "a")).state, events as WorkspaceEvent[]).reports).toMatchObject([
      designFacts("b", 0),
      { ...facts, ordering: 1, version: 0 },
    ]);
  });

  it("changes nothing when the design already matches that version", () => {
    const same = { ...restore, earlier: pickDesignContent(designFacts("a", 0)) };
    expect(givenWorkspace(...designs("a")).when(same)).toEqual([]);
  });

  it("brings a deleted one back at the end if the quota has room", () => {
    expect(givenWorkspace(...designs("b")).when(restore)).toMatchObject([{ data: { reportId: "a", ordering: 1 } }]);
    expect(refusalOf(givenWorkspace(...designs("b", "c")).when(restore)).message).toBe(
      "You cannot add new reports. You have exceed the report's quota",
    );
  });

  it("needs no room in the quota when the design exists", () => {
    expect(givenWorkspace(...designs("a")).when({ ...restore, maxReports: 0 })).toHaveLength(1);
  });

  it("leaves out values that current rules reject, and names them", () => {
    const old = {
      ...earlier,
      title: "2019 <old>",
      grouping: 99 as Grouping,
      shown: ["SKU", "Gone"],
      settings: { Gone: { title: "Colour" } },
    };
    const [event] = givenWorkspace(...designs("a")).when({ ...restore, earlier: old }) as WorkspaceEvent[];
    expect(event).toMatchObject({
      data: { title: "Design a", grouping: Grouping.Orders, shown: ["SKU"], settings: {} },
    });
    expect(event?.type === "ReportDesignRestored" && event.data.notRestored).toEqual([
      "The title “2019 <old>” could not be restored. A title cannot contain < or >. Leave them out.",
      "The grouping could not be restored: your shop can't use it. Choose another one.",
      "The column “Colour” could not be restored: it no longer exists.",
    ]);
  });

  it("gives a deleted design without remaining columns those of a new design", () => {
    const old = { ...earlier, title: "", shown: ["Gone"] };
    const [event] = givenWorkspace().when({ ...restore, earlier: old }) as WorkspaceEvent[];
    expect(event).toMatchObject({ data: { title: "Untitled1" } });
    expect(event?.type === "ReportDesignRestored" && event.data.shown).toHaveLength(11);
  });

  it("shows no columns if the earlier version showed none", () => {
    const [event] = givenWorkspace(...designs("a")).when({
      ...restore,
      earlier: { ...earlier, shown: [] },
    }) as WorkspaceEvent[];
    expect(event).toMatchObject({ type: "ReportDesignRestored", data: { shown: [], notRestored: [] } });
  });
});
