import { DateTime } from "luxon";
import { expect, it } from "vitest";
import { AutomationStatus } from "#domain/enumerations.ts";
import { describeLast, describeNext } from "./row-text.ts";

const zone = "Europe/Athens";
const day = { zone, today: "2026-11-23" };
const { Active, ActiveRetry, Paused, SuspendedRetry } = AutomationStatus;
const next_execution = "2026-11-23T22:01:00.000Z";
const before = DateTime.fromISO("2026-11-23T12:00:00Z");
const retry_at = "2026-11-22T22:21:00.000Z";

it("a report waiting for another attempt shows that time instead of the planned one", () => {
  expect(describeNext({ status: ActiveRetry, next_execution, retry_at }, zone, before)).toBe(
    "Next attempt: 2026/11/23 00:21",
  );
  expect(describeNext({ status: Active, next_execution, retry_at: null }, zone, before)).toBe("Next: 2026/11/24 00:01");
  expect(describeNext({ status: SuspendedRetry, next_execution: null, retry_at: null }, zone, before)).toBe(
    "Trying again now",
  );
});

it("a paused report waiting for another attempt says that one report will still be sent", () => {
  expect(describeNext({ status: Paused, next_execution: null, retry_at }, zone, before)).toBe(
    "One report still goes out. Next attempt: 2026/11/23 00:21",
  );
  expect(describeNext({ status: Paused, next_execution: null, retry_at: null }, zone, before)).toBe(
    "Start it to send reports",
  );
});

it("an overdue report says that it comes after the report under way", () => {
  const now = DateTime.fromISO(next_execution).plus({ minutes: 1 });
  const waiting = { status: Active, next_execution, retry_at: null };
  expect(describeNext({ ...waiting, under_way: true }, zone, now)).toBe("Next: after the report under way");
  expect(describeNext({ ...waiting, under_way: false }, zone, now)).toBe("Next: 2026/11/24 00:01");
});

it("a report that hasn't finished its first run shows its progress", () => {
  const first = { last_run: null, under_way: true, retry_at };
  expect(describeLast(first, day)).toBe("First report: not sent yet");
  expect(describeLast({ ...first, arrived: "maybe" }, day)).toBe("First report: may have arrived");
  expect(describeLast({ ...first, arrived: "some" }, day)).toBe("First report: some recipients have it");
  expect(describeLast({ ...first, retry_at: null }, day)).toBe("First report: being made");
  expect(describeLast({ last_run: null, under_way: false, retry_at: null }, day)).toBe("No planned runs yet");
});

it("a failed report that someone has or may have isn't called failed", () => {
  const ran = (Arrived?: "some" | "maybe") => ({
    last_run: { Outcome: "failed" as const, At: "2026-11-22T22:02:00.000Z", ...(Arrived && { Arrived }) },
    under_way: false,
    retry_at: null,
  });
  expect(describeLast(ran(), day)).toContain("Last: Failed ");
  expect(describeLast(ran("maybe"), day)).toContain("Last: May have arrived ");
  expect(describeLast(ran("some"), day)).toContain("Last: Partly delivered ");
});
