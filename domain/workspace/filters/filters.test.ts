import { describe, expect, it } from "vitest";
import { refusalOf } from "../../core/given-for-tests.ts";
import { SieverCode } from "../../filters/sievers.ts";
import type { WorkspaceEvent } from "../events.ts";
import {
  automation,
  content,
  designs,
  filters,
  givenWorkspace,
  stateAfter,
  systemFilters,
} from "../workspace-for-tests.ts";

const create = { type: "CreateFilter", maxFilters: 2 } as const;
const overQuota = "You cannot add new filters. You have exceed the filter's quota";

describe("a new filter", () => {
  it("has the given title, with the next free number if another filter has it", () => {
    const named = { ...create, title: "All orders" };
    const [made] = givenWorkspace(...systemFilters).when(named) as WorkspaceEvent[];
    expect(made).toMatchObject({ type: "FilterCreated", data: { title: "All orders", view: 0, sievers: {} } });
    expect(made && givenWorkspace(...systemFilters, made).when(named)).toMatchObject([
      { data: { title: "All orders 2" } },
    ]);
    expect(refusalOf(givenWorkspace().when({ ...create, title: "<b>" }))).toMatchObject({ code: "invalid" });
  });
});

describe("the system filters", () => {
  it("are created once, one for each page", () => {
    const events = givenWorkspace().when({ type: "EnsureSystemFilters" }) as WorkspaceEvent[];
    expect(events).toMatchObject([
      { type: "FilterCreated", data: { filterId: "id-0", view: 1, ordering: 0, title: "Custom filter", sievers: {} } },
      { type: "FilterCreated", data: { filterId: "id-1", view: 2, ordering: 0, title: "Custom filter", sievers: {} } },
    ]);
    expect(givenWorkspace(...events).when({ type: "EnsureSystemFilters" })).toEqual([]);
    expect(givenWorkspace(...events.slice(0, 1)).when({ type: "EnsureSystemFilters" })).toMatchObject([
      { data: { view: 2 } },
    ]);
  });

  it.each([
    [{ type: "CloneFilter", filterId: "system-1", maxFilters: 9 }, "cloned"],
    [{ type: "DeleteFilter", filterId: "system-2" }, "deleted"],
    [{ type: "OrderFilters", base: ["a"], wanted: ["system-1", "a"] }, "moved"],
  ] as const)("reject %j with an explanation", (command, word) => {
    const refusal = refusalOf(givenWorkspace(...systemFilters, ...filters("a")).when(command));
    expect(refusal).toMatchObject({ code: "rule" });
    expect(refusal.message).toContain(`can't be ${word}`);
  });

  it("can be edited", () => {
    const command = {
      type: "UpdateFilter",
      filterId: "system-1",
      base: content(),
      wanted: content({ order_status: 1 }),
      texts: new Map(),
    };
    expect(givenWorkspace(...systemFilters).when(command as never)).toMatchObject([{ type: "FilterStatusChanged" }]);
  });

  it("do not count towards the quota", () => {
    expect(givenWorkspace(...systemFilters, ...filters("a")).when(create)).toHaveLength(1);
  });
});

describe("a new filter", () => {
  it("keeps everything, has the first free title and is last in the list", () => {
    expect(givenWorkspace(...filters("new Filter 1", "b")).when({ ...create, maxFilters: 3 })).toEqual([
      {
        type: "FilterCreated",
        data: { filterId: "id-0", view: 0, ordering: 2, ...content({ title: "New filter 2" }) },
      },
    ]);
  });

  it("is rejected in the specification's words if the quota is used up", () => {
    expect(refusalOf(givenWorkspace(...filters("a", "b")).when(create))).toEqual({
      refused: true,
      code: "rule",
      message: overQuota,
    });
  });
});

describe("a clone of a filter", () => {
  const clone = { type: "CloneFilter", filterId: "a", maxFilters: 3 } as const;
  const tags: WorkspaceEvent = {
    type: "FilterSieverChanged",
    data: { filterId: "a", siever: SieverCode.OrderTags, from: [], to: ["vip"] },
  };

  it("has its conditions and another title, and is last in the list", () => {
    expect(givenWorkspace(...filters("a", "b"), tags).when(clone)).toEqual([
      {
        type: "FilterCloned",
        data: {
          filterId: "id-0",
          view: 0,
          ordering: 2,
          clonedFrom: "a",
          ...content({ title: "Copy of a", sievers: { [SieverCode.OrderTags]: ["vip"] } }),
        },
      },
    ]);
  });

  it("is rejected if the quota is used up or the filter is gone", () => {
    const workspace = givenWorkspace(...filters("a"));
    expect(refusalOf(workspace.when({ ...clone, maxFilters: 1 })).message).toBe(overQuota);
    expect(refusalOf(workspace.when({ ...clone, filterId: "x" })).code).toBe("unknown");
  });
});

describe("deleting a filter", () => {
  it("closes the gap in the list, and leaves the system filters alone", () => {
    const { state, when } = givenWorkspace(...filters("a", "b", "c"), ...systemFilters);
    const events = when({ type: "DeleteFilter", filterId: "b" }) as WorkspaceEvent[];
    expect(events).toEqual([{ type: "FilterDeleted", data: { filterId: "b", title: "b", left: ["a", "c"] } }]);
    expect(stateAfter(state, events).filters.map(({ filterId, ordering }) => [filterId, ordering])).toEqual([
      ["a", 0],
      ["c", 1],
      ["system-1", 0],
      ["system-2", 0],
    ]);
  });

  it("is rejected while an automated report uses it, and names the first one made", () => {
    const workspace = givenWorkspace(
      ...designs("r"),
      ...filters("f", "g"),
      automation("1", { title: "Other", filterId: "g" }),
      automation("2", { title: "Daily" }),
      automation("3", { title: "Weekly" }),
    );
    const refusal = refusalOf(workspace.when({ type: "DeleteFilter", filterId: "f" }));
    expect(refusal).toMatchObject({ code: "rule", details: "Daily" });
    expect(refusal.message).toContain("“Daily” uses it. Delete that automated report, or choose another filter");
  });

  it("is rejected if the filter does not exist", () => {
    expect(refusalOf(givenWorkspace().when({ type: "DeleteFilter", filterId: "a" })).code).toBe("unknown");
  });
});

describe("restoring a filter", () => {
  const earlier = content({ title: "Before", sievers: { [SieverCode.OrderTags]: ["vip"] } });
  const restore = {
    type: "RestoreFilter",
    filterId: "a",
    version: 3,
    earlier,
    texts: new Map(),
    maxFilters: 2,
  } as const;

  it("brings back its content at its current place, and records who changed it", () => {
    const { state, when } = givenWorkspace(...filters("b", "a"));
    const events = when(restore) as WorkspaceEvent[];
    expect(events).toEqual([
      {
        type: "FilterRestored",
        data: { filterId: "a", view: 0, ordering: 1, ...earlier, version: 3, notRestored: [] },
      },
    ]);
    const filter = stateAfter(state, events).filters[1];
    expect(filter).toMatchObject({ filterId: "a", ordering: 1, title: "Before" });
    expect(filter?.changes.title).toEqual({ actor: { kind: "merchant" }, instant: "2026-11-20T10:00:00.000Z" });
  });

  it("changes nothing when the filter already matches that version", () => {
    expect(givenWorkspace(...filters("a")).when({ ...restore, earlier: content({ title: "a" }) })).toEqual([]);
  });

  it("brings a deleted one back at the end if the quota has room", () => {
    const { state, when } = givenWorkspace(...filters("b"), ...systemFilters);
    const events = when(restore) as WorkspaceEvent[];
    expect(events).toMatchObject([{ data: { filterId: "a", view: 0, ordering: 1 } }]);
    expect(stateAfter(state, events).filters.map(({ filterId }) => filterId)).toEqual([
      "b",
      "a",
      "system-1",
      "system-2",
    ]);
    expect(refusalOf(givenWorkspace(...filters("b", "c")).when(restore)).message).toBe(overQuota);
  });

  it("brings back the content of a system filter in its own view", () => {
    const command = { ...restore, filterId: "system-2", maxFilters: 0 };
    expect(givenWorkspace(...systemFilters).when(command)).toMatchObject([{ data: { view: 2, ordering: 0 } }]);
  });

  it("leaves out values that current rules reject, and names them", () => {
    const old = { ...earlier, title: "a < b", sievers: { [SieverCode.Quantity]: ["many"], ...earlier.sievers } };
    const [event] = givenWorkspace(...filters("a")).when({ ...restore, earlier: old }) as WorkspaceEvent[];
    if (event?.type !== "FilterRestored") throw new Error("Expected a restored filter.");
    expect(event.data).toMatchObject({ title: "a", sievers: { [SieverCode.OrderTags]: ["vip"] } });
    expect(event.data.sievers).not.toHaveProperty(String(SieverCode.Quantity));
    expect(event.data.notRestored[0]).toBe(
      "Title could not be restored. A title cannot contain < or >. Leave them out.",
    );
    expect(event.data.notRestored[1]).toMatch(/^Order line quantity could not be restored\. .*“many”/);
  });
});

describe("the version of a filter", () => {
  const versionAfter = (...events: WorkspaceEvent[]) =>
    givenWorkspace(...filters("a", "b"), ...events).state.filters[0];

  it("is that of the event that last changed its content", () => {
    expect(versionAfter()?.version).toBe(0);
    const edits: WorkspaceEvent[] = [
      { type: "FilterRenamed", data: { filterId: "a", from: "a", to: "A" } },
      { type: "FilterStatusChanged", data: { filterId: "a", status: "order_status", from: 0, to: 1 } },
      { type: "FilterSieverChanged", data: { filterId: "a", siever: SieverCode.Sku, from: [], to: ["1"] } },
      {
        type: "FilterRestored",
        data: { filterId: "a", view: 0, ordering: 0, ...content(), version: 0, notRestored: [] },
      },
    ];
    edits.forEach((_, n) => {
      expect(versionAfter(...edits.slice(0, n + 1))?.version, edits[n]?.type).toBe(2 + n);
    });
  });

  it("does not change if it moves or another filter changes", () => {
    const other: WorkspaceEvent = { type: "FilterRenamed", data: { filterId: "b", from: "b", to: "B" } };
    const moved: WorkspaceEvent = { type: "FiltersOrdered", data: { from: ["a", "b"], to: ["b", "a"], moved: ["a"] } };
    const { filters: after } = givenWorkspace(...filters("a", "b"), other, moved).state;
    expect(after.map(({ filterId, ordering, version }) => [filterId, ordering, version])).toEqual([
      ["b", 0, 2],
      ["a", 1, 0],
    ]);
  });
});
