import { describe, expect, it } from "vitest";
import { refusalOf } from "../../core/given-for-tests.ts";
import { DateBasis, DestinationKind, FileType, Frequency } from "../../enumerations.ts";
import type { WorkspaceEvent } from "../events.ts";
import {
  automation,
  byEmail,
  definition,
  designs,
  filters,
  givenWorkspace,
  reference,
  stateAfter,
  systemFilters,
  texts,
} from "../workspace-for-tests.ts";
import { dailySchedule } from "./automation.ts";
import type { Destination } from "./destination.ts";

const start = [...systemFilters, ...designs("r", "s"), ...filters("f", "g")];
const create = { type: "CreateAutomation", recipients: [reference("a")], maxAutomations: 2 } as const;
const quota = "You cannot add new automated reports. You have exceed your automated report's quota";

describe("a new automated report", () => {
  it("is paused, with the first design and no filter, as Excel, daily, to the shop by e-mail", () => {
    expect(givenWorkspace(...start).when(create)).toEqual([
      {
        type: "AutomationCreated",
        data: {
          automationId: "id-0",
          title: "New automated report 1",
          reportId: "r",
          filterId: "",
          fileType: FileType.Excel,
          exportEmptyReports: true,
          applyDateFilter: true,
          enabled: false,
          schedule: { ...dailySchedule, frequency: Frequency.Daily, customHour: 1 },
          destination: byEmail({ kind: DestinationKind.Email }),
        },
      },
    ]);
  });

  it("has the given filter, which must be one of the merchant's own (R-59)", () => {
    const when = (filterId: string) => givenWorkspace(...start).when({ ...create, chosen: { filterId } });
    expect(when("g")).toMatchObject([{ data: { filterId: "g" } }]);
    for (const filterId of ["unknown", "system-1"])
      expect(refusalOf(when(filterId))).toMatchObject({ message: expect.stringMatching(/This filter can't be found/) });
  });

  it("has the given design and format; an unknown design is refused", () => {
    const when = (reportId: string) =>
      givenWorkspace(...start).when({
        ...create,
        chosen: { reportId, fileType: FileType.Csv, dateBasis: DateBasis.paid },
      });
    expect(when("s")).toMatchObject([
      { data: { reportId: "s", fileType: FileType.Csv, dateBasis: DateBasis.paid, filterId: "", enabled: false } },
    ]);
    expect(refusalOf(when("unknown"))).toMatchObject({
      message: expect.stringMatching(/This report design can't be found/),
    });
  });

  it("cannot start without a filter, and a running one cannot lose its own (R-59)", () => {
    const base = definition({ filterId: "", enabled: false });
    const paused = givenWorkspace(...start, automation("1", { filterId: "", enabled: false }));
    const update = { type: "UpdateAutomation", automationId: "1", texts, today: "2026-11-20" } as const;
    const started = paused.when({ ...update, base, wanted: { ...base, enabled: true } });
    expect(refusalOf(started)).toMatchObject({
      message: expect.stringContaining("Choose a filter. Until then this automated report can't start."),
    });
    const both = paused.when({ ...update, base, wanted: { ...base, filterId: "g", enabled: true } });
    expect(both).toMatchObject([{ type: "AutomationFilterChosen" }, { type: "AutomationStarted" }]);
    expect(paused.when({ ...update, base, wanted: { ...base, title: "Daily" } })).toMatchObject([
      { type: "AutomationRenamed" },
    ]);
    const runs = definition({ filterId: "g", enabled: true });
    const taken = givenWorkspace(...start, automation("1", { filterId: "g", enabled: true })).when({
      ...update,
      base: runs,
      wanted: { ...runs, filterId: "" },
    });
    expect(refusalOf(taken)).toMatchObject({ message: expect.stringContaining("Choose a filter.") });
  });

  it("has the first free number", () => {
    const workspace = givenWorkspace(...start, automation("1", { title: "new automated report 1" }));
    expect(workspace.when(create)).toMatchObject([{ data: { title: "New automated report 2" } }]);
  });

  it.each<[string, WorkspaceEvent[], string]>([
    ["a design", [...systemFilters, ...filters("f")], "Create a report design first."],
    ["a filter of the merchant's own", [...systemFilters, ...designs("r")], "Create a filter first."],
    ["both", systemFilters, "Create one of each first."],
  ])("is rejected without %s, with the texts of the dialog", (_name, events, what) => {
    expect(refusalOf(givenWorkspace(...events).when(create))).toMatchObject({
      code: "rule",
      message: `An automated report needs a report design and a filter. ${what}`,
      details: "Cannot create new Automated Report",
    });
  });

  it("is rejected in the specification's words if the quota is used up, and so is a clone", () => {
    const workspace = givenWorkspace(...start, automation("1"), automation("2"));
    expect(refusalOf(workspace.when(create))).toEqual({ refused: true, code: "rule", message: quota });
    const clone = { type: "CloneAutomation", automationId: "1", maxAutomations: 2 } as const;
    expect(refusalOf(workspace.when(clone))).toMatchObject({ code: "rule", message: quota });
  });
});

describe("a clone", () => {
  const clone = { type: "CloneAutomation", automationId: "1", maxAutomations: 9 } as const;

  it("has everything that its source has, and is paused", () => {
    const data = { ...definition({ title: "Copy of Every morning", enabled: false }), automationId: "id-0" };
    expect(givenWorkspace(...start, automation("1")).when(clone)).toEqual([
      { type: "AutomationCloned", data: { ...data, clonedFrom: "1" } },
    ]);
  });

  it("has its own public name", () => {
    const destination = { kind: DestinationKind.PublicUrl, reportName: "Stock" };
    const workspace = givenWorkspace(...start, automation("1", { destination }));
    expect(workspace.when(clone)).toMatchObject([{ data: { destination: { reportName: "Stock 2" } } }]);
  });
});

it("an automated report is gone once it is deleted", () => {
  const { state, when } = givenWorkspace(...start, automation("1"));
  const events = when({ type: "DeleteAutomation", automationId: "1" }) as WorkspaceEvent[];
  expect(events).toEqual([{ type: "AutomationDeleted", data: { automationId: "1", title: "Every morning" } }]);
  expect(stateAfter(state, events).automations).toEqual([]);
  const again = givenWorkspace(...start).when({ type: "DeleteAutomation", automationId: "1" });
  expect(refusalOf(again).code).toBe("unknown");
});

describe("restoring an automated report", () => {
  const restore = (version: number, earlier = definition()) =>
    ({
      type: "RestoreAutomation",
      automationId: "1",
      version,
      earlier,
      texts: new Map([[reference("a"), "ann@example.com"]]),
      maxAutomations: 2,
    }) as const;

  it("brings back its earlier content, and leaves it running or paused", () => {
    const renamed: WorkspaceEvent = {
      type: "AutomationRenamed",
      data: { automationId: "1", from: "Every morning", to: "Other" },
    };
    const paused: WorkspaceEvent = { type: "AutomationPaused", data: { automationId: "1" } };
    const { when, state } = givenWorkspace(...start, automation("1"), automation("2"), renamed, paused);
    const events = when(restore(6)) as WorkspaceEvent[];
    const data = { ...definition({ enabled: false }), automationId: "1", version: 6, notRestored: [], returned: false };
    expect(events).toEqual([{ type: "AutomationRestored", data }]);
    const after = stateAfter(state, events).automations;
    expect(after.map(({ automationId, title }) => [automationId, title])).toEqual([
      ["1", "Every morning"],
      ["2", "Every morning"],
    ]);
    expect(givenWorkspace(...start, automation("1")).when(restore(6))).toEqual([]);
  });

  it("brings a deleted one back paused and last, as if it had just been created", () => {
    const { when, state } = givenWorkspace(...start, automation("2"));
    const events = when(restore(6)) as WorkspaceEvent[];
    expect(events).toMatchObject([{ data: { returned: true, enabled: false } }]);
    const after = stateAfter(state, events, { instant: "2026-11-21T10:00:00.000Z" }).automations;
    expect(after.map((one) => [one.automationId, one.createdAt])).toEqual([
      ["2", "2026-11-20T10:00:00.000Z"],
      ["1", "2026-11-21T10:00:00.000Z"],
    ]);
  });

  it("adds no filter: a deleted report returns without one, and a running one keeps its own (R-59)", () => {
    const gone = definition({ filterId: "gone" });
    expect(givenWorkspace(...start).when(restore(3, gone))).toMatchObject([
      { data: { filterId: "", notRestored: [expect.stringContaining("This filter can't be found.")] } },
    ]);
    const none = definition({ filterId: "" });
    expect(givenWorkspace(...start).when(restore(3, none))).toMatchObject([
      { data: { filterId: "", notRestored: [] } },
    ]);
    const running = givenWorkspace(...start, automation("1", { title: "Now", filterId: "g" }));
    expect(running.when(restore(3, none))).toMatchObject([{ data: { filterId: "g", enabled: true } }]);
  });

  it("leaves lost parts unchanged and names them", () => {
    const earlier = definition({ reportId: "gone", title: "<", destination: byEmail({ recipients: [] }) });
    expect(givenWorkspace(...start, automation("1", { title: "Now" })).when(restore(3, earlier))).toMatchObject([
      {
        data: {
          reportId: "r",
          title: "Now",
          destination: byEmail(),
          notRestored: [
            "Title could not be restored. A title cannot contain < or >. Leave them out.",
            "Report design could not be restored. This report design can't be found. Choose another one.",
            "Destination could not be restored. Enter at least one e-mail address.",
          ],
        },
      },
    ]);
  });

  it("keeps a running report's destination if the earlier public name is taken or a value was erased", () => {
    const publicly = { kind: DestinationKind.PublicUrl, reportName: "Orders" } as const;
    const other = automation("2", { destination: { ...publicly, reportName: "orders" }, enabled: true });
    const restored = (destination: Destination, enabled: boolean) =>
      givenWorkspace(...start, automation("1", { enabled }), other).when(
        restore(3, definition({ destination, title: "Then" })),
      );
    const left = (why: string) => [
      {
        data: {
          title: "Then",
          destination: byEmail(),
          notRestored: [`Destination could not be restored. ${why}`],
        },
      },
    ];
    const erased = byEmail({ recipients: [reference("z")] });
    expect(restored(publicly, true)).toMatchObject(
      left("Another automated report has this public name. Enter another one."),
    );
    expect(restored(erased, true)).toMatchObject(left("A value of it was erased since. Enter it again."));
    // A paused report is validated at its start.
    for (const destination of [publicly, erased])
      expect(restored(destination, false)).toMatchObject([{ data: { destination, notRestored: [] } }]);
  });

  it("needs room in the quota, a design and a filter", () => {
    const full = givenWorkspace(...start, automation("2"), automation("3"));
    expect(refusalOf(full.when(restore(6))).message).toBe(quota);
    expect(refusalOf(givenWorkspace(...systemFilters).when(restore(6))).details).toBe(
      "Cannot create new Automated Report",
    );
  });
});
