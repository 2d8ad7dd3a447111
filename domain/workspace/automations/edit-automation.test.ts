import { describe, expect, it } from "vitest";
import { refusalOf } from "../../core/given-for-tests.ts";
import { DestinationKind, FileType, Frequency } from "../../enumerations.ts";
import type { WorkspaceEvent } from "../events.ts";
import {
  automation,
  byEmail,
  byFtp,
  definition,
  designs,
  filters,
  givenWorkspace,
  reference,
  stateAfter,
  systemFilters,
  texts,
} from "../workspace-for-tests.ts";
import { type AutomationDefinition, dailySchedule } from "./automation.ts";

const start = [...systemFilters, ...designs("r", "s"), ...filters("f", "g")];
/** An edit based on a default definition with the given changes. */
const edit = (wanted: Partial<AutomationDefinition>, seen: Partial<AutomationDefinition> = {}) =>
  ({
    type: "UpdateAutomation",
    automationId: "1",
    base: definition(seen),
    wanted: definition({ ...seen, ...wanted }),
    texts,
    today: "2026-11-20",
  }) as const;
const given = (seen: Partial<AutomationDefinition> = {}, ...events: WorkspaceEvent[]) =>
  givenWorkspace(...start, automation("1", seen), ...events);
const types = (decision: unknown) => (decision as WorkspaceEvent[]).map(({ type }) => type);
const fieldsNamed = (decision: unknown) =>
  (JSON.parse(refusalOf(decision).details ?? "[]") as { field: string }[]).map(({ field }) => field);
const by = (...events: WorkspaceEvent[]) => events;
const change = <Type extends WorkspaceEvent["type"]>(type: Type, from: unknown, to: unknown) =>
  ({ type, data: { automationId: "1", from, to } }) as unknown as WorkspaceEvent;

describe("an edit of an automated report", () => {
  it("makes one event per change and results in the wanted workspace", () => {
    const wanted = definition({
      title: " Stock ",
      reportId: "s",
      filterId: "g",
      fileType: FileType.Xml,
      exportEmptyReports: false,
      applyDateFilter: false,
      enabled: false,
      schedule: { ...dailySchedule, frequency: Frequency.CustomMonthly, customMonthlyDay: 31, customHour: 540 },
      destination: byFtp(),
    });
    const { when, state } = given();
    const events = when({ ...edit({}), wanted, texts: new Map([[reference("u"), "shop"]]) }) as WorkspaceEvent[];
    expect(events).toEqual([
      change("AutomationRenamed", "Every morning", "Stock"),
      change("AutomationDesignChosen", "r", "s"),
      change("AutomationFilterChosen", "f", "g"),
      change("AutomationFileTypeChanged", FileType.Csv, FileType.Xml),
      change("AutomationEmptyReportsChanged", true, false),
      change("AutomationDateFilterChanged", true, false),
      change("AutomationScheduleChanged", dailySchedule, wanted.schedule),
      change("AutomationDestinationChanged", byEmail(), byFtp()),
      { type: "AutomationPaused", data: { automationId: "1" } },
    ]);
    expect(stateAfter(state, events).automations[0]).toMatchObject({ ...wanted, title: "Stock" });
    expect(given().when(edit({}))).toEqual([]);
    expect(given({ enabled: false }).when(edit({ enabled: true }, { enabled: false }))).toEqual([
      { type: "AutomationStarted", data: { automationId: "1" } },
    ]);
  });

  it("merges with edits of other fields, including those of the schedule and the destination", () => {
    const workspace = given(
      {},
      ...by(
        change("AutomationRenamed", "Every morning", "Other"),
        change("AutomationScheduleChanged", dailySchedule, { ...dailySchedule, customHour: 60 }),
        change("AutomationDestinationChanged", byEmail(), byEmail({ subject: reference("b") })),
      ),
    );
    const schedule = { ...dailySchedule, frequency: Frequency.Weekly };
    const wanted = { schedule, destination: byEmail({ asLink: true }) };
    expect(workspace.when(edit(wanted))).toEqual([
      change("AutomationScheduleChanged", { ...dailySchedule, customHour: 60 }, { ...schedule, customHour: 60 }),
      change(
        "AutomationDestinationChanged",
        byEmail({ subject: reference("b") }),
        byEmail({ subject: reference("b"), asLink: true }),
      ),
    ]);
  });

  it.each<[string, WorkspaceEvent, Partial<AutomationDefinition>, string]>([
    ["a plain field", change("AutomationFileTypeChanged", 2, 1), { fileType: FileType.Xml }, "file_type"],
    [
      "a field of the schedule",
      change("AutomationScheduleChanged", dailySchedule, { ...dailySchedule, customHour: 60 }),
      { schedule: { ...dailySchedule, customHour: 90 } },
      "custom_hour",
    ],
    [
      "a field of the destination",
      change("AutomationDestinationChanged", byEmail(), byEmail({ recipients: [reference("b")] })),
      { destination: byEmail({ recipients: [reference("a"), reference("b")] }) },
      "ReportDestination.Email.ToMail",
    ],
    [
      "the destination (somebody else chose another kind)",
      change("AutomationDestinationChanged", byEmail(), byFtp()),
      { destination: byEmail({ asLink: true }) },
      "ReportDestination",
    ],
    [
      "the destination (the edit chose another kind)",
      change("AutomationDestinationChanged", byEmail(), byEmail({ asLink: true })),
      { destination: { kind: DestinationKind.PublicUrl, reportName: "Stock" } },
      "ReportDestination",
    ],
  ])("conflicts if both changed %s, and names the author but not the sent values", (_name, other, wanted, field) => {
    const refusal = refusalOf(given({}, other).when(edit(wanted)));
    expect(refusal.code).toBe("conflict");
    const [detail, ...others] = JSON.parse(refusal.details ?? "[]");
    expect(others).toEqual([]);
    expect(detail).toMatchObject({ field, by: { kind: "merchant" }, at: "2026-11-20T10:00:00.000Z" });
    expect(detail).not.toHaveProperty("wanted");
  });

  it("keeps a destination of another kind that someone else chose, if it changes none itself", () => {
    const other = change("AutomationDestinationChanged", byEmail(), byFtp());
    expect(types(given({}, other).when(edit({ title: "Stock" })))).toEqual(["AutomationRenamed"]);
  });

  it("accepts an old, unchanged value that today's rules would reject", () => {
    const old = { destination: byEmail({ recipients: [] }), schedule: { ...dailySchedule, startsFrom: "2020-01-01" } };
    expect(types(given(old).when(edit({ title: "Stock" }, old)))).toEqual(["AutomationRenamed"]);
    const other = change("AutomationDestinationChanged", old.destination, byFtp());
    expect(types(given(old, other).when(edit({ title: "Stock" }, old)))).toEqual(["AutomationRenamed"]);
  });

  it("starts only a complete report", () => {
    const old = { enabled: false, destination: byEmail({ recipients: [] }) };
    expect(fieldsNamed(given(old).when(edit({ enabled: true }, old)))).toEqual(["ReportDestination.Email.ToMail"]);
  });

  it("starts only a report that can reach someone", () => {
    const erased = { enabled: false, destination: byEmail({ recipients: [reference("z")] }) };
    expect(fieldsNamed(given(erased).when(edit({ enabled: true }, erased)))).toEqual(["ReportDestination"]);
    const byLink = (reportName: string) => ({ kind: DestinationKind.PublicUrl, reportName });
    const unnamed = { enabled: false, destination: byLink("??") };
    expect(fieldsNamed(given(unnamed).when(edit({ enabled: true }, unnamed)))).toEqual([
      "ReportDestination.PublicUrl.ReportName",
    ]);
    const taken = { enabled: false, destination: byLink("Stock") };
    const other = automation("2", { destination: byLink("STOCK") });
    expect(refusalOf(given(taken, other).when(edit({ enabled: true }, taken))).message).toContain(
      "has this public name",
    );
    expect(types(given(taken).when(edit({ enabled: true }, taken)))).toEqual(["AutomationStarted"]);
  });

  it("rejects a taken or invalid public name while it runs, but accepts a taken one while paused", () => {
    const byLink = (reportName: string) => ({ kind: DestinationKind.PublicUrl, reportName });
    const other = automation("2", { destination: byLink("STOCK") });
    const runs = { enabled: true, destination: byLink("Sales") };
    const named = ["ReportDestination.PublicUrl.ReportName"];
    expect(fieldsNamed(given(runs, other).when(edit({ destination: byLink("Stock") }, runs)))).toEqual(named);
    expect(fieldsNamed(given(runs, other).when(edit({ destination: byLink("??") }, runs)))).toEqual(named);
    expect(fieldsNamed(given({ enabled: true }, other).when(edit({ destination: byLink("Stock") })))).toEqual(named);
    expect(types(given(runs, other).when(edit({ destination: byLink("Goods") }, runs)))).toEqual([
      "AutomationDestinationChanged",
    ]);
    const rests = { ...runs, enabled: false };
    expect(types(given(rests, other).when(edit({ destination: byLink("Stock") }, rests)))).toEqual([
      "AutomationDestinationChanged",
    ]);
    const taken = { enabled: true, destination: byLink("Stock") };
    expect(types(given(taken, other).when(edit({ title: "Goods" }, taken)))).toEqual(["AutomationRenamed"]);
  });

  it("checks all of a suspended report when it is started", () => {
    const erased = { destination: byEmail({ recipients: [reference("z")] }) };
    const start = { ...edit({}, erased), base: definition({ ...erased, enabled: false }) };
    expect(fieldsNamed(given(erased).when(start))).toEqual(["ReportDestination"]);
  });

  it("is rejected if the report does not exist", () => {
    expect(refusalOf(givenWorkspace(...start).when(edit({ title: "Stock" }))).code).toBe("unknown");
  });
});

describe("a password", () => {
  const seen = { destination: byFtp() };
  const wanted = (changes: object) => edit({ destination: byFtp(changes) }, seen);

  it("stays if other fields change", () => {
    expect(types(given(seen).when(wanted({ directory: "in", port: 2121 })))).toEqual(["AutomationDestinationChanged"]);
  });

  it("goes to another host only when it is typed again", () => {
    expect(fieldsNamed(given(seen).when(wanted({ host: "ftp.evil.example" })))).toEqual([
      "ReportDestination.Ftp.Password",
    ]);
    const typed = { host: "ftp.other.example", password: `sv:${"n".repeat(22)}` };
    expect(types(given(seen).when(wanted(typed)))).toEqual(["AutomationDestinationChanged"]);
    const same = { ...wanted({ host: "ftp.other.example" }), passwordTyped: true };
    expect(types(given(seen).when(same))).toEqual(["AutomationDestinationChanged"]);
  });
});

describe("dates (R-42)", () => {
  const dates = (startsFrom: string | null, endsTo: string | null = null, seen = dailySchedule) =>
    given({ schedule: seen }).when(edit({ schedule: { ...seen, startsFrom, endsTo } }, { schedule: seen }));

  it.each<[string | null, string | null]>([
    ["2026-11-20", null],
    ["2026-11-20", "2026-11-20"],
    [null, "2026-12-20"],
  ])("%s to %s are accepted", (startsFrom, endsTo) => {
    expect(types(dates(startsFrom, endsTo))).toEqual(["AutomationScheduleChanged"]);
  });

  it.each<[string | null, string | null, string]>([
    ["2026-11-19", null, "starts_from"],
    [null, "2026-11-19", "ends_to"],
    ["2026-11-22", "2026-11-21", "ends_to"],
    ["2026-02-30", null, "starts_from"],
    ["20 November", null, "starts_from"],
    [null, "9999999999", "ends_to"],
  ])("%s to %s are rejected", (startsFrom, endsTo, field) => {
    expect(fieldsNamed(dates(startsFrom, endsTo))).toEqual([field]);
  });

  it("are rejected at the start if someone else has set an earlier end", () => {
    const ends = { ...dailySchedule, endsTo: "2026-11-25" };
    const other = change("AutomationScheduleChanged", dailySchedule, ends);
    const decision = given({}, other).when(edit({ schedule: { ...dailySchedule, startsFrom: "2026-11-26" } }));
    expect(fieldsNamed(decision)).toEqual(["starts_from"]);
  });
});

describe("a destination that isn't in use yet", () => {
  const withUser = new Map([...texts, [reference("u"), "shop"]]);
  const next = (wanted: Partial<AutomationDefinition>, seen: Partial<AutomationDefinition> = {}) => ({
    ...edit(wanted, seen),
    texts: withUser,
  });
  const chosen = change("AutomationNextDestinationChanged", null, byFtp());

  it("is kept beside the one in use, and can be changed and removed", () => {
    const { when, state } = given();
    expect(when(next({ next: byFtp() }))).toEqual([chosen]);
    const [held] = stateAfter(state, [chosen]).automations;
    expect(held).toMatchObject({ destination: byEmail(), next: byFtp() });
    const there = given({}, chosen);
    expect(there.when(next({ next: byFtp({ directory: "in" }) }, { next: byFtp() }))).toEqual([
      change("AutomationNextDestinationChanged", byFtp(), byFtp({ directory: "in" })),
    ]);
    expect(there.when(next({ next: null }, { next: byFtp() }))).toEqual([
      change("AutomationNextDestinationChanged", byFtp(), null),
    ]);
    expect(there.when(next({ title: "Stock" }, { next: byFtp() }))).toEqual([
      change("AutomationRenamed", "Every morning", "Stock"),
    ]);
  });

  it("replaces the one in use when it is sent as the destination", () => {
    const { when, state } = given({}, chosen);
    const events = when(next({ destination: byFtp(), next: null }, { next: byFtp() })) as WorkspaceEvent[];
    expect(events).toEqual([change("AutomationDestinationChanged", byEmail(), byFtp())]);
    expect(stateAfter(state, events).automations[0]).toMatchObject({ destination: byFtp(), next: null });
  });

  it("is dropped if a request chooses another kind of destination", () => {
    const { when, state } = given({}, chosen);
    const link = { kind: DestinationKind.PublicUrl, reportName: "Orders" } as const;
    const events = when(next({ destination: link }, { next: byFtp() })) as WorkspaceEvent[];
    expect(types(events)).toEqual(["AutomationDestinationChanged"]);
    expect(stateAfter(state, events).automations[0]?.next).toBeNull();
  });

  it("is validated when it is sent, and must be of another kind", () => {
    expect(fieldsNamed(given().when(next({ next: byFtp({ host: "" }) })))).toEqual(["ReportDestination.Ftp.HostName"]);
    expect(fieldsNamed(given().when(next({ next: byEmail() })))).toEqual(["NextDestination"]);
  });

  it("needs its password again for another server", () => {
    const { when } = given({}, chosen);
    const moved = byFtp({ host: "ftp.thief.example" });
    for (const wanted of [{ next: moved }, { destination: moved, next: null }])
      expect(fieldsNamed(when(next(wanted, { next: byFtp() })))).toEqual(["ReportDestination.Ftp.Password"]);
  });

  it("is dropped when a report is cloned or an earlier version is restored", () => {
    const { when, state } = given({}, chosen);
    const events = [
      when({ type: "CloneAutomation", automationId: "1", maxAutomations: 9 }),
      when({
        type: "RestoreAutomation",
        automationId: "1",
        version: 3,
        earlier: definition({ next: byFtp() }),
        texts: withUser,
        maxAutomations: 9,
      }),
    ].flat() as WorkspaceEvent[];
    expect(types(events)).toEqual(["AutomationCloned", "AutomationRestored"]);
    for (const { next } of stateAfter(state, events).automations) expect(next ?? null).toBeNull();
  });
});
