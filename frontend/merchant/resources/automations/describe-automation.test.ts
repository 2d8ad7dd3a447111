import { expect, it } from "vitest";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { newOnWire, nowhere } from "#tests/support/automation-on-wire.ts";
import { describeRhythm } from "./describe-automation.ts";

const daily: AutomationOnWire = {
  ...newOnWire,
  id: "a1",
  title: "Orders for the warehouse",
  report_id: "d1",
  report_filter_id: "f1",
  ReportDestination: { Destination: 0, ...nowhere },
};

it("a delayed report mentions its delay after the scheduled time", () => {
  expect(describeRhythm(daily)).toBe("Every day at 00:01");
  expect(describeRhythm({ ...daily, delay_automation: 1 })).toBe("Every day at 00:01, delayed by 1 hour");
  expect(describeRhythm({ ...daily, delay_automation: 48 })).toBe("Every day at 00:01, delayed by 2 days");
});
