import { expect, it } from "vitest";
import { AutomationStatus } from "#domain/enumerations.ts";
import { describeNextTry, failureTitle, stoppedAdvice } from "./failure-text.ts";

it.each([
  [0, undefined, "The report hasn't been sent yet. We keep trying."],
  [0, "maybe", "Nobody has confirmed the report yet. We keep trying."],
  [0, "some", "Not all recipients have the report yet. We keep trying."],
  [2, "maybe", "The automated report is experiencing problems."],
  [5, "maybe", "The automated report is stopped due to many consecutive errors."],
] as const)(
  "the banner doesn't deny a report that somebody has or may have: %s, %s",
  (failed_tries, arrived, title) => {
    expect(failureTitle({ failed_tries, ...(arrived && { arrived }) })).toBe(title);
  },
);

it("a stopped report whose newest report may have arrived isn't said to be only of time that has none", () => {
  expect(stoppedAdvice({ failed_tries: 5 })).toContain("One report will cover all the missing time");
  expect(stoppedAdvice({ failed_tries: 5, arrived: "maybe" })).toBeNull();
});

it.each([
  [
    "a stopped report's try that is later",
    AutomationStatus.SuspendedRetry,
    "2026-11-20T22:44:00Z",
    "Next attempt: 2026/11/20 23:44.",
  ],
  ["a stopped report's try that goes on", AutomationStatus.SuspendedRetry, null, "We're trying again now."],
  [
    "a running report's try that is later",
    AutomationStatus.ActiveRetry,
    "2026-11-20T22:44:00Z",
    "Next attempt: 2026/11/20 23:44.",
  ],
  [
    "a paused report's try that is later",
    AutomationStatus.Paused,
    "2026-11-20T22:44:00Z",
    "Next attempt: 2026/11/20 23:44.",
  ],
  ["a running report without a later try", AutomationStatus.ActiveRetry, null, null],
  ["a stopped report that nobody started", AutomationStatus.Suspended, null, null],
] as const)("the banner says when the report is tried again: %s", (_, status, RetryAt, said) => {
  expect(describeNextTry({ status }, { RetryAt }, "Europe/Paris")).toBe(said);
});

it("the banner doesn't say when a report is tried again before it knows", () => {
  expect(describeNextTry({ status: AutomationStatus.SuspendedRetry }, undefined, "Europe/Paris")).toBeNull();
});
