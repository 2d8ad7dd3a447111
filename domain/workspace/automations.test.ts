import { describe, expect, it } from "vitest";
import { refusalOf } from "../core/given.ts";
import type { WorkspaceEvent } from "./events.ts";
import {
  automation,
  definition,
  designs,
  filters,
  givenWorkspace,
  stateAfter,
  systemFilters,
} from "./workspace-for-tests.ts";

const start = [...designs("r"), ...filters("f", "g"), ...systemFilters];
const create = { type: "CreateAutomation", definition: definition(), maxAutomations: 1 } as const;
const fieldsNamed = (decision: unknown) =>
  (JSON.parse(refusalOf(decision).details ?? "[]") as { field: string }[]).map(({ field }) => field);

describe("an automated report's definition", () => {
  it("is kept as it was given, its title without the blanks around it", () => {
    const wanted = definition({ title: " Every morning " });
    expect(givenWorkspace(...start).when({ ...create, definition: wanted })).toEqual([automation("id-0")]);
  });

  it("is refused in the specification's words when the quota is used up", () => {
    const message = "You cannot add new automated reports. You have exceed your automated report's quota";
    const workspace = givenWorkspace(...start, automation("1"));
    expect(refusalOf(workspace.when(create))).toMatchObject({ code: "rule", message });
    const clone = { type: "CloneAutomation", automationId: "1", maxAutomations: 1 } as const;
    expect(refusalOf(workspace.when(clone))).toMatchObject({ code: "rule", message });
  });

  it("needs a title, and a report design and a filter of one's own that are there", () => {
    const wanted = definition({ title: "", reportId: "x", filterId: "system-1" });
    const decision = givenWorkspace(...start).when({ ...create, definition: wanted });
    expect(fieldsNamed(decision)).toEqual(["title", "reportId", "filterId"]);
  });

  it("is cloned paused", () => {
    const decision = givenWorkspace(...start, automation("1")).when({
      type: "CloneAutomation",
      automationId: "1",
      maxAutomations: 2,
    });
    const data = { ...definition({ title: "Copy of Every morning", enabled: false }), automationId: "id-0" };
    expect(decision).toEqual([{ type: "AutomationCloned", data: { ...data, clonedFrom: "1" } }]);
  });

  it("is edited field by field, merging with edits of others and colliding with those of the same field", () => {
    const other: WorkspaceEvent = {
      type: "AutomationChanged",
      data: { automationId: "1", field: "fileType", from: 2, to: 1 },
    };
    const workspace = givenWorkspace(...start, automation("1"), other);
    const edit = { type: "UpdateAutomation", automationId: "1", base: definition() } as const;
    const events = workspace.when({ ...edit, wanted: definition({ enabled: false, filterId: "g" }) });
    expect(events).toEqual([
      { type: "AutomationChanged", data: { automationId: "1", field: "filterId", from: "f", to: "g" } },
      { type: "AutomationChanged", data: { automationId: "1", field: "enabled", from: true, to: false } },
    ]);
    expect(stateAfter(workspace.state, events as WorkspaceEvent[]).automations[0]).toMatchObject({
      filterId: "g",
      enabled: false,
      fileType: 1,
    });
    expect(refusalOf(workspace.when({ ...edit, wanted: definition({ fileType: 3 }) })).code).toBe("conflict");
    expect(workspace.when({ ...edit, wanted: definition() })).toEqual([]);
    expect(fieldsNamed(workspace.when({ ...edit, wanted: definition({ filterId: "x" }) }))).toEqual(["filterId"]);
  });

  it("is deleted, and gone then", () => {
    const { state, when } = givenWorkspace(...start, automation("1"));
    const events = when({ type: "DeleteAutomation", automationId: "1" }) as WorkspaceEvent[];
    expect(events).toEqual([{ type: "AutomationDeleted", data: { automationId: "1", title: "Every morning" } }]);
    expect(stateAfter(state, events).automations).toEqual([]);
    const again = givenWorkspace(...start).when({ type: "DeleteAutomation", automationId: "1" });
    expect(refusalOf(again).code).toBe("unknown");
  });
});
