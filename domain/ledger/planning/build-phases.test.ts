import { describe, expect, it } from "vitest";
import { metadataAt } from "../../core/context-for-tests.ts";
import { DestinationKind, FileType, Frequency } from "../../enumerations.ts";
import { dailySchedule } from "../../workspace/automations/automation.ts";
import { evolveAutomations } from "../../workspace/automations/evolve-automations.ts";
import { maxPlans } from "../../workspace/automations/plan-history.ts";
import type { AutomationEvent } from "../../workspace/events.ts";
import type { Automation } from "../../workspace/state.ts";
import { buildPhases } from "./build-phases.ts";
import { listDueSlots } from "./phases.ts";
import { scheduleFunctions } from "./schedule-functions.ts";

const athens = [{ since: "2026-01-01T00:00:00.000Z", zone: "Europe/Athens" }];
const made: AutomationEvent = {
  type: "AutomationCreated",
  data: {
    automationId: "a",
    title: "Orders",
    reportId: "r",
    filterId: "f",
    fileType: FileType.Csv,
    exportEmptyReports: true,
    applyDateFilter: true,
    enabled: false,
    schedule: dailySchedule,
    destination: { kind: DestinationKind.PublicUrl, reportName: "orders" },
  },
};
const hourly = { ...dailySchedule, frequency: Frequency.Hourly };

/** The automated report after dated events. */
const having = (...events: readonly [string, AutomationEvent][]): Automation => {
  const [automation] = events.reduce<readonly Automation[]>(
    (all, [instant, event], n) => evolveAutomations(all, event, metadataAt(instant), n),
    [],
  );
  if (!automation) throw new Error("There is no automated report.");
  return automation;
};
const about = { automationId: "a" };
const started: AutomationEvent = { type: "AutomationStarted", data: about };
const paused: AutomationEvent = { type: "AutomationPaused", data: about };
const scheduled = (to: typeof dailySchedule): AutomationEvent => ({
  type: "AutomationScheduleChanged",
  data: { ...about, from: dailySchedule, to },
});

describe("the planning phases of an automated report", () => {
  it("begin with its creation and follow starts, pauses and schedules, but not new titles", () => {
    const automation = having(
      ["2026-03-01T08:00:00.000Z", made],
      ["2026-03-01T09:00:00.000Z", started],
      ["2026-03-02T09:00:00.000Z", { type: "AutomationRenamed", data: { ...about, from: "Orders", to: "All" } }],
      ["2026-03-03T09:00:00.000Z", scheduled(hourly)],
      ["2026-03-04T09:00:00.000Z", paused],
    );
    const phases = buildPhases(automation, athens);
    expect(phases.map(({ since, enabled, schedule }) => [since.slice(0, 10), enabled, schedule.frequency])).toEqual([
      ["2026-03-01", false, Frequency.Daily],
      ["2026-03-01", true, Frequency.Daily],
      ["2026-03-03", true, Frequency.Hourly],
      ["2026-03-04", false, Frequency.Hourly],
    ]);
  });

  it("include a new one when its shop moves to another zone", () => {
    const automation = having(["2026-03-01T23:30:00.000Z", made], ["2026-03-01T23:40:00.000Z", started]);
    const zones = [...athens, { since: "2026-03-05T10:00:00.000Z", zone: "America/New_York" }];
    const phases = buildPhases(automation, zones);
    expect(phases.map(({ schedule }) => schedule.zone)).toEqual(["Europe/Athens", "Europe/Athens", "America/New_York"]);
    // In Athens it was already the 2nd.
    expect(new Set(phases.map(({ schedule }) => schedule.countedFrom))).toEqual(new Set(["2026-03-02"]));
    const due = listDueSlots(phases, "2026-03-04T22:01:00Z", "2026-03-06T06:00:00.000Z", scheduleFunctions);
    expect(due).toMatchObject({ from: "2026-03-06T05:01:00Z", count: 1 });
  });

  it("count each slot by the schedule in force at its time, even after an edit", () => {
    const automation = having(
      ["2026-03-01T08:00:00.000Z", made],
      ["2026-03-01T09:00:00.000Z", started],
      ["2026-03-04T09:30:00.000Z", scheduled(hourly)],
    );
    const due = listDueSlots(buildPhases(automation, athens), null, "2026-03-04T12:10:00.000Z", scheduleFunctions);
    expect(due).toMatchObject({ from: "2026-03-01T22:01:00Z", count: 6, newest: { at: "2026-03-04T12:00:00Z" } });
  });

  it("are limited in number, without leaving any time uncovered", () => {
    const edits = Array.from({ length: maxPlans + 20 }, (_, n): [string, AutomationEvent] => [
      new Date(Date.UTC(2026, 2, 2, 0, n)).toISOString(),
      scheduled({ ...dailySchedule, customHour: 2 + n }),
    ]);
    const automation = having(["2026-03-01T08:00:00.000Z", made], ...edits);
    expect(automation.planned).toHaveLength(maxPlans);
    expect(automation.planned[0]?.since).toBe(automation.createdAt);
    expect(automation.planned.at(-1)?.schedule.customHour).toBe(maxPlans + 21);
  });
});
